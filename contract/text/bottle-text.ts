/** '1 bottle', '2 bottles'. */
export const bottleText = (bottles: number) => `${bottles} ${bottles === 1 ? 'bottle' : 'bottles'}`

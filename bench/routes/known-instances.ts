/** The public instances of the bench with their best known cost, CPU seconds and permitted gap. */
export type KnownInstance = { file: string; bestKnown: number; seconds: number; maxGap: number }

export const knownInstances: KnownInstance[] = [
  { file: 'X-n101-k25.vrp', bestKnown: 27_591, seconds: 5, maxGap: 0.007 },
  { file: 'X-n157-k13.vrp', bestKnown: 16_876, seconds: 5, maxGap: 0.007 },
  { file: 'X-n200-k36.vrp', bestKnown: 58_578, seconds: 5, maxGap: 0.007 },
  { file: 'X-n1001-k43.vrp', bestKnown: 72_355, seconds: 30, maxGap: 0.02 },
  { file: 'X110-HD.vrp', bestKnown: 15_859.34, seconds: 10, maxGap: 0.015 },
  { file: 'X139-HD.vrp', bestKnown: 16_803.06, seconds: 10, maxGap: 0.015 },
  { file: 'X115-HVRP.vrp', bestKnown: 19_412.56, seconds: 10, maxGap: 0.015 },
  { file: 'C101.txt', bestKnown: 827.3, seconds: 5, maxGap: 0.005 },
  { file: 'R105.txt', bestKnown: 1_355.3, seconds: 5, maxGap: 0.005 },
  { file: 'RC105.txt', bestKnown: 1_513.7, seconds: 5, maxGap: 0.005 },
  { file: 'C201R0.25.vrp', bestKnown: 15_006, seconds: 10, maxGap: 0.05 },
  { file: 'R201R0.25.vrp', bestKnown: 14_356, seconds: 10, maxGap: 0.05 },
]

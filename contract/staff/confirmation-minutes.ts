/** After this the password or a code is asked for again (rule 37). Without schemas, for the browser. */
export const CONFIRMATION_MINUTES = 15

// Parses the names in the arguments of npm run simulate. Loads little, so an unknown name is rejected at once.
import { deviceMutants } from './devices/device-mutants.ts'
import { findNamed, readSimulateOptions } from './options.ts'
import { scenarios } from './scenarios.ts'

const options = readSimulateOptions()

export const scenario = findNamed('scenario', Object.values(scenarios), options.scenario)
export const deviceMutant = options.devices
  ? findNamed('mutant', deviceMutants, options.mutant)
  : undefined
export const mutant =
  options.mutant === undefined || options.devices
    ? undefined
    : findNamed('mutant', (await import('./mutants/mutants.ts')).mutants, options.mutant)

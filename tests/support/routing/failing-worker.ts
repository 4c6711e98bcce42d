/** A solver that crashes, for the tests of its worker threads. */
throw new Error('out of luck')

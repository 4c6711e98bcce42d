/** All that home runs before its own code is here. */
import './early-press.ts'
import './start-code.ts'

/** All that home runs before its own code is here. */
import './replay-early-clicks.ts'
import './load-app.ts'

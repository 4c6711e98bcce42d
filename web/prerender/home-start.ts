/** Scripts of the home page that run before its main code is loaded. */
import './replay-early-clicks.ts'
import './load-app.ts'

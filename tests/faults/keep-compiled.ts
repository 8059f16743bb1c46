import { flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers'

// Node.js writes its compile cache when a process exits, which a killed one does not: every start would compile everything again.
setTimeout(flushCompileCache, 2_000).unref()

import { flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers'

// Node.js writes its compile cache when a process exits normally. Writes it earlier for processes that tests kill.
setTimeout(flushCompileCache, 2_000).unref()

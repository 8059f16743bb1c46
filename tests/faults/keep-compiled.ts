import { flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers'

// Node.js writes its compile cache only when a process exits normally. For processes that tests kill, this code writes
// the cache earlier.
setTimeout(flushCompileCache, 2_000).unref()

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded into a process under test (`node --import`). Reports the heap after garbage collection when it is asked to.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
process.on('message', (message) => {
  if (message !== 'report heap') return
  collectGarbage()
  process.send?.({ heap: process.memoryUsage().heapUsed })
})

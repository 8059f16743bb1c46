// React's development build records each render for the performance panel if it finds these functions. That takes a
// tenth of the CPU time of component tests. Must run before React is loaded.
const { console: tracing } = globalThis as { console: { timeStamp?: unknown; createTask?: unknown } }
delete tracing.timeStamp
delete tracing.createTask

// If React's development build finds these functions, it records each render for the performance panel. That takes a
// tenth of the CPU time of component tests. This module must run before React is loaded.
const { console: tracing } = globalThis as { console: { timeStamp?: unknown; createTask?: unknown } }
delete tracing.timeStamp
delete tracing.createTask

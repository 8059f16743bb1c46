export { render } from 'vitest-browser-react'

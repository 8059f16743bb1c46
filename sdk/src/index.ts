export { createTideline, type Tideline, type TidelineAnswer, type TidelineOptions } from './client.ts'
export { TidelineConnectionError, TidelineError, type TidelineErrorCode } from './errors.ts'
export type * from './generated/types.gen.ts'
export { pages } from './paging.ts'

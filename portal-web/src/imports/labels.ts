import type { ImportJob } from '@tideline/sdk'

/** Rows are still being imported. */
export const isUnderWay = ({ status }: ImportJob) => status === 'queued' || status === 'running'

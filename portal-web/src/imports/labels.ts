import type { ImportJob } from '@tideline/sdk'

export const isImportRunning = ({ status }: ImportJob) => status === 'queued' || status === 'running'

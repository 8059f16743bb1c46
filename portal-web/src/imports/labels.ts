import type { ImportJob } from '@tideline/sdk'

export const isUnderWay = ({ status }: ImportJob) => status === 'queued' || status === 'running'

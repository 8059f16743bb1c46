import type { NoticeReason } from '@tideline/sdk'
import { toChoices } from '../kit/fields/choices.ts'

export const reasonLabels: Record<NoticeReason, string> = { pastDue: 'Past due', notTaken: 'Not taken' }

export const reasonChoices = toChoices(reasonLabels)

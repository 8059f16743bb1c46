import type { NoticeReason } from '@tideline/sdk'
import { products } from '@tideline/sdk/words'
import { toChoices } from '../kit/fields/choices.ts'

export const reasonLabels: Record<NoticeReason, string> = { pastDue: 'Past due', notTaken: 'Not taken' }

export const reasonChoices = toChoices(reasonLabels)

export const productChoices = products.map(({ id, name }) => ({ id, name }))

export const getProductName = (productId: number | null) =>
  products.find(({ id }) => id === productId)?.name ?? 'All products'

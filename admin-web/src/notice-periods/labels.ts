import type { NoticeReason } from '@tideline/sdk'
import { products } from '@tideline/sdk/words'

export const reasonLabels: Record<NoticeReason, string> = { pastDue: 'Past due', notTaken: 'Not taken' }

export const reasonChoices = Object.entries(reasonLabels).map(([id, name]) => ({ id, name }))

export const productChoices = products.map(({ id, name }) => ({ id, name }))

export const getProductName = (productId: number | null) =>
  products.find(({ id }) => id === productId)?.name ?? 'All products'

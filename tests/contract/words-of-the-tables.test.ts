import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { expect, test } from 'vitest'
import { contract } from '../support/contract.ts'

const { db } = await createTestDatabase()
const schemas = contract.components.schemas as Record<string, { enum?: unknown[]; pattern?: string }>
const twoDigits = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'))

test('the contract takes the cancel reasons that the table has, and no other', async () => {
  const rows = await db.selectFrom('cancel_reasons').select('reason_code').orderBy('reason_code').execute()
  const pattern = new RegExp(schemas.ReasonCode?.pattern ?? '')
  expect(twoDigits.filter((code) => pattern.test(code))).toEqual(rows.map(({ reason_code }) => reason_code))
})

test('the contract knows the kinds of documents and payments that the tables have', async () => {
  const documents = await db.selectFrom('document_types').select('doc_type_id').orderBy('doc_type_id').execute()
  const payments = await db.selectFrom('payment_types').select('payment_type_id').orderBy('payment_type_id').execute()
  expect(schemas.DocTypeId?.enum).toEqual(documents.map(({ doc_type_id }) => doc_type_id))
  expect(schemas.PaymentTypeId?.enum).toEqual(payments.map(({ payment_type_id }) => payment_type_id))
})

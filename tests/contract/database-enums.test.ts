import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { expect, test } from 'vitest'
import { contract } from '../support/contract.ts'

const { db } = await createTestDatabase()
const schemas = contract.components.schemas as Record<string, { enum?: unknown[] }>

test("matches the contract's cancel reasons with the database", async () => {
  const rows = await db.selectFrom('cancel_reasons').select('reason_code').orderBy('reason_code').execute()
  expect(schemas.ReasonCode?.enum).toEqual(rows.map(({ reason_code }) => reason_code))
})

test("matches the contract's products and transaction types with the database", async () => {
  const products = await db.selectFrom('products').select('product_id').orderBy('product_id').execute()
  const types = await db.selectFrom('transaction_types').select('transaction_type').execute()
  expect(schemas.ProductId?.enum).toEqual(products.map(({ product_id }) => product_id))
  // Grouped is only a display type: the endorsements of one group share a row (POL-13).
  const shown = [...types.map(({ transaction_type }) => transaction_type), 'Grouped']
  expect(new Set(schemas.TransactionType?.enum)).toEqual(new Set(shown))
})

test("matches the contract's document types and payment types with the database", async () => {
  const documents = await db.selectFrom('document_types').select('doc_type_id').orderBy('doc_type_id').execute()
  const payments = await db.selectFrom('payment_types').select('payment_type_id').orderBy('payment_type_id').execute()
  expect(schemas.DocTypeId?.enum).toEqual(documents.map(({ doc_type_id }) => doc_type_id))
  expect(schemas.PaymentTypeId?.enum).toEqual(payments.map(({ payment_type_id }) => payment_type_id))
})

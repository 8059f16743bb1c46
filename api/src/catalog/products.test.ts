import { isEarthquake, products } from '@tideline/sdk/words'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { earthquakeCondition } from './products.ts'

const { db } = await createTestDatabase()

it('stores exactly the products of the API contract in the database', async () => {
  const rows = await db
    .selectFrom('products')
    .select(['product_id as id', 'name', 'number_prefix as prefix', 'line', 'occupancy as class'])
    .orderBy('product_id')
    .execute()
  expect(rows).toEqual(products)
})

it('defines the same set of earthquake products in SQL and TypeScript', () => {
  const listed = earthquakeCondition('p.product_id').match(/\d/g)?.map(Number)
  expect(listed).toEqual(products.flatMap(({ id }) => (isEarthquake(id) ? [id] : [])))
})

import pg from 'pg'
import { writeTypes } from './generate-types.ts'

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
await writeTypes(client)
await client.end()

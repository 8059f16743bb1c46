import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { anyContainsTextSql, containsTextSql } from '../http/collection.ts'

const own = [sql`a.agency_no`, sql`a.company`, sql`a.email`, sql`a.phone`, sql`a.city`, sql`a.zip`]
const people = [sql`(c.first_name || ' ' || c.last_name)`, sql`c.email`, sql`c.phone`]

/**
 * SQL condition: agency `a` matches the search text. The number, company, location, phone, email, contacts and license
 * numbers are searched.
 */
export const agencyMatchesSql = (text: string): RawBuilder<SqlBool> => sql<SqlBool>`(${anyContainsTextSql(own, text)}
  or exists (select from agency_contacts c where c.agency_id = a.agency_id and ${anyContainsTextSql(people, text)})
  or exists (select from agency_licenses l where l.agency_id = a.agency_id and ${containsTextSql(sql`l.license_no`, text)}))`

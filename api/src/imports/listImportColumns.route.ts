import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { columnNames, importColumns, requiredColumnNames } from './columns.ts'

/** Returns the columns of the import file in order, with the rule and a sample value of each. */
export const listImportColumns: Handler<'listImportColumns'> = async () =>
  ok(
    columnNames.map((name) => {
      const { rule, sample } = importColumns[name]
      return { name, isRequired: requiredColumnNames.includes(name), rule, sample }
    }),
  )

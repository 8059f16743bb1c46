import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { columnNames, importColumns, requiredColumnNames } from './columns.ts'

/** Returns the columns of the import file in order, with the label, the rule and a sample value of each. */
export const listImportColumns: Handler<'listImportColumns'> = async () =>
  ok(
    columnNames.map((name) => {
      const { label, rule, sample } = importColumns[name]
      return { name, label, isRequired: requiredColumnNames.includes(name), rule, sample }
    }),
  )

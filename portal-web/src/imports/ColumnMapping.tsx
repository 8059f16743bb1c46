import { useQuery } from '@tanstack/react-query'
import type { ImportColumn, ImportHeading } from '@tideline/sdk'
import { listImportColumnsOptions } from '@tideline/sdk/query'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { VisuallyHidden } from '@tideline/web-kit/ui/VisuallyHidden.tsx'

interface ColumnMappingProps {
  headings: readonly ImportHeading[]
  /** The chosen column for each heading. Empty if the column of the file is not imported. */
  columns: readonly string[]
  onChange: (columns: string[]) => void
  onCheck: () => void
  isChecking: boolean
}

/** Returns the label of a column with its name in the template, for example `Street address (addr1)`. */
const getColumnTitle = ({ label, name }: ImportColumn) => `${label} (${name})`

/** A table for choosing what each column of a file means, and a button that checks the file with this choice. */
export function ColumnMapping({ headings, columns, onChange, onCheck, isChecking }: ColumnMappingProps) {
  const query = useQuery({
    ...listImportColumnsOptions({ client: api.client }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'inline' },
  })
  const template = query.data?.payload
  if (!template)
    return <QueryState query={query} lines={8} label="Loading the columns" problem="The columns could not be loaded" />
  const missing = template.filter(({ name, isRequired }) => isRequired && !columns.includes(name))
  return (
    <>
      <Alert tone="warning" title="The headings differ from the template">
        Choose what each column of your file contains. Its first value is below its name.
      </Alert>
      <div className="column-mapping">
        <Table<{ at: number } & ImportHeading>
          caption="Columns of your file"
          rows={headings.map((heading, at) => ({ at, ...heading }))}
          rowKey={({ at }) => String(at)}
          columns={[
            {
              key: 'heading',
              header: 'Your column',
              isRowHeader: true,
              // In one column with its first value, so that the choices are visible on a phone.
              cell: ({ heading, sample }) => (
                <>
                  {heading}
                  <p className="muted small">{sample}</p>
                </>
              ),
            },
            {
              key: 'column',
              header: 'Imported as',
              cell: ({ at, heading }) => (
                <SelectField
                  label={<VisuallyHidden>{`Imported as: ${heading}`}</VisuallyHidden>}
                  value={columns[at] ?? ''}
                  options={[
                    { value: '', label: 'Do not import' },
                    ...template.map((column) => ({
                      value: column.name,
                      label: getColumnTitle(column),
                      disabled: columns[at] !== column.name && columns.includes(column.name),
                    })),
                  ]}
                  onChange={({ target }) => onChange(columns.with(at, target.value))}
                />
              ),
            },
          ]}
        />
      </div>
      <div className="row">
        <Button
          variant="secondary"
          busy={isChecking}
          disabledReason={
            missing.length > 0 ? `Choose a column for ${missing.map(getColumnTitle).join(', ')}.` : undefined
          }
          onClick={onCheck}
        >
          Check the file
        </Button>
      </div>
    </>
  )
}

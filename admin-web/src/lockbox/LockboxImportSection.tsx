import { Box, Card, CardContent, LinearProgress, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { LockboxImport } from '@tideline/sdk'
import { importLockboxFile } from '@tideline/sdk/operations'
import { listLockboxImportsOptions } from '@tideline/sdk/query'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { usePermissions } from 'react-admin'
import { Alert } from '../kit/Alert.tsx'
import { FileButton } from '../kit/fields/FileButton.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { SectionState } from '../kit/records/Section.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { useAction } from '../kit/useAction.ts'

const checks = (count: number) => (count === 1 ? '1 check' : `${count} checks`)

/** Returns the result of an import as a sentence. */
function getOutcome({ itemCount, totalAmount, appliedCount, unappliedCount, duplicateCount }: LockboxImport): string {
  if (duplicateCount === itemCount) return `${checks(itemCount)} imported earlier. Nothing was changed.`
  const known = duplicateCount > 0 ? ` ${duplicateCount} imported earlier.` : ''
  return `${checks(itemCount)}, ${formatMoney(totalAmount)}, matching the file totals: ${appliedCount} applied, ${unappliedCount} to review.${known}`
}

/**
 * Imports a bank file by drag and drop or file selection, and shows the result. The server imports either the whole
 * file or nothing.
 */
function DropArea() {
  const [bank, setBank] = useState('')
  const [isOver, setIsOver] = useState(false)
  const [fileName, setFileName] = useState('')
  const upload = useAction(
    (file: File) =>
      api.call(importLockboxFile, {
        body: {
          file,
          format: /\.csv$/i.test(file.name) ? 'csv' : 'bai',
          ...(bank.trim() && { bank: bank.trim() }),
        },
      }),
    { changes: 'everything' },
  )
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (!file || upload.isBusy) return
    setFileName(file.name)
    upload.run(file)
  }
  const done = upload.result?.payload
  return (
    <Stack
      spacing={1}
      role="group"
      aria-label="Import a bank file"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files)
      }}
      sx={{
        border: '1px dashed',
        borderColor: isOver ? 'primary.main' : 'text.secondary',
        borderRadius: 1,
        padding: 2,
      }}
    >
      <WrappingRow spacing={2}>
        <Typography sx={{ flex: '1 1 14rem' }}>
          Drop the bank’s lockbox file here: fixed-width or CSV, one or more deposits.
        </Typography>
        <TextField
          label="Bank"
          size="small"
          value={bank}
          onChange={(event) => setBank(event.target.value)}
          helperText="File layout. Leave blank for the default."
          sx={{ width: '16rem' }}
        />
        <FileButton
          label="Choose file"
          inputLabel="Bank file"
          accept=".bai,.bai2,.txt,.csv"
          disabled={upload.isBusy}
          onChoose={take}
        />
      </WrappingRow>
      {upload.isBusy ? (
        <Box role="status">
          <Typography>Importing {fileName}…</Typography>
          <LinearProgress aria-label="Importing" />
        </Box>
      ) : null}
      {upload.problem ? (
        <Alert severity="error">
          {fileName} was rejected. {upload.problem.text} Nothing was imported.
        </Alert>
      ) : null}
      {done ? (
        <Alert severity={done.flaggedCount > 0 ? 'warning' : 'success'} role="status">
          {done.fileName}: {getOutcome(done)}
        </Alert>
      ) : null}
    </Stack>
  )
}

/** The imported bank files, with an area for importing another one. */
export function LockboxImportSection() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const query = useQuery({
    ...listLockboxImportsOptions({ client: api.client, query: { take: 5 } }),
    select: getPayload,
  })
  const { data } = query
  return (
    <Card component="section" aria-label="Bank files" sx={{ marginTop: 2 }}>
      <CardContent>
        <Stack spacing={2}>
          {roles.includes('readonly') ? null : <DropArea />}
          <SectionState query={query} height={65} empty={data?.items.length === 0 ? 'No bank files yet' : undefined}>
            <SimpleTable<LockboxImport>
              label="Recent bank files"
              rows={data?.items ?? []}
              rowKey={({ importId }) => importId}
              columns={[
                { heading: 'File', cell: ({ fileName }) => fileName },
                { heading: 'Received', cell: ({ createdAt }) => formatDate(createdAt) },
                { heading: 'Checks', isNumber: true, cell: ({ itemCount }) => itemCount },
                { heading: 'Total', isNumber: true, cell: ({ totalAmount }) => formatMoney(totalAmount) },
                { heading: 'Matched on import', isNumber: true, cell: ({ appliedCount }) => appliedCount },
                { heading: 'Unmatched on import', isNumber: true, cell: ({ unappliedCount }) => unappliedCount },
              ]}
            />
          </SectionState>
        </Stack>
      </CardContent>
    </Card>
  )
}

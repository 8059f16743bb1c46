import { Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { AgencySummary } from '@tideline/sdk'
import { listSubagentsOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import { usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { getPayload } from '../kit/get-payload.ts'
import { SectionState } from '../kit/records/Section.tsx'
import { CreateButton } from '../kit/tables/CreateButton.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { AgencyStatusChip } from './AgencyStatusChip.tsx'

export const useSubAgencies = (agencyNo: string) =>
  useQuery({ ...listSubagentsOptions({ client: api.client, path: { agencyNo } }), select: getPayload })

/** The direct sub-agencies of an agency, with a link for creating one. */
export function SubAgenciesSection({ agencyNo }: { agencyNo: string }) {
  const query = useSubAgencies(agencyNo)
  const { data = [] } = query
  const { permissions: roles = [] } = usePermissions<string[]>()
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start', '& > *': { maxWidth: '100%' } }}>
      <SectionState query={query} empty={data.length === 0 ? 'No sub-agencies.' : undefined}>
        <SimpleTable<AgencySummary>
          label="Sub-agencies"
          rows={data}
          rowKey={(agency) => agency.agencyNo}
          columns={[
            {
              heading: 'Number',
              cell: (agency) => <Link to={`/agencies/${agency.agencyNo}/show`}>{agency.agencyNo}</Link>,
            },
            { heading: 'Company', cell: ({ company }) => company },
            { heading: 'Status', cell: ({ status }) => <AgencyStatusChip status={status} /> },
            { heading: 'Policies', isNumber: true, cell: ({ policyCount }) => policyCount },
          ]}
        />
      </SectionState>
      {roles.includes('readonly') ? null : (
        <CreateButton
          resource="agencies"
          label="New sub-agency"
          variant="text"
          state={{ record: { parentAgencyNo: agencyNo } }}
        />
      )}
    </Stack>
  )
}

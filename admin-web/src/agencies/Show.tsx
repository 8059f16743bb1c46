import { Button, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { AdminAgency, Agency, AgencyContactInfo, AgencyLicenseInfo } from '@tideline/sdk'
import { getAgencyOptions } from '@tideline/sdk/query'
import { agencyLicenseTypes } from '@tideline/sdk/words'
import { formatDate, formatMoney, formatPhone } from '@tideline/web-kit/formats/format.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { EmailText } from '@tideline/web-kit/ui/EmailText.tsx'
import type { ReactNode } from 'react'
import {
  EditButton,
  Show,
  TabbedShowLayout,
  TabbedShowLayoutTabs,
  TopToolbar,
  useCreatePath,
  usePermissions,
  useRecordContext,
} from 'react-admin'
import { Navigate, useParams } from 'react-router'
import { Alert } from '../kit/Alert.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { SectionState } from '../kit/records/Section.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { AgencyDocuments } from './AgencyDocuments.tsx'
import { AgencyRegistrationSection } from './AgencyRegistrationSection.tsx'
import { AgencyStatusChip } from './AgencyStatusChip.tsx'
import { ChangeParentAgencyButton } from './actions/ChangeParentAgencyButton.tsx'
import { RevealAgencyNumbersButton } from './actions/RevealAgencyNumbersButton.tsx'
import { ExpirationDate } from './ExpirationDate.tsx'
import { getAgencyTypeName, getExpirationWarning, getLoadErrorMessage, statusDescriptions } from './labels.ts'
import { SubAgenciesSection } from './SubAgenciesSection.tsx'

type Detail = Agency['agencyDetailInfo']

/** Joins the address lines that are not empty. */
const address = (...lines: (string | null | undefined)[]) => lines.filter(Boolean).join(', ')
const getNumber = (given: string | null | undefined) => given && formatPhone(given)

const Info = ({ row, detail, info }: { row: AdminAgency; detail: Detail; info: Agency['agencyInfo'] }) => (
  <Stack spacing={1}>
    <Alert severity={detail.status === 'A' ? 'success' : 'warning'} role="note">
      {statusDescriptions[detail.status]}
    </Alert>
    <DescriptionList
      facts={{
        Number: info.agencyNo,
        Status: <AgencyStatusChip status={detail.status} />,
        Kind: getAgencyTypeName(detail.type),
        'Parent agency': row.parentAgencyNo ?? 'None',
        Policies: `${row.policyCount}${row.rewardLevel ? `, ${row.rewardLevel}` : ''}`,
        'Tax ID': detail.taxId,
        Address: address(detail.addr1, detail.addr2, detail.city, address(detail.state, detail.zip).replace(',', '')),
        Phone: getNumber(detail.phone),
        Fax: getNumber(detail.fax),
        Email: detail.email && <EmailText email={detail.email} />,
        Notes: detail.notes,
        Registered: formatDate(info.createdAt),
        'Last changed': formatDate(info.updatedAt),
      }}
    />
  </Stack>
)

const Contacts = ({ contacts, first }: { contacts: AgencyContactInfo[]; first: string | null | undefined }) => (
  <SectionState empty={contacts.length ? undefined : 'No contacts yet.'}>
    <SimpleTable<AgencyContactInfo>
      label="Contacts"
      rows={contacts}
      rowKey={({ contactId }) => contactId ?? ''}
      columns={[
        {
          heading: 'Name',
          cell: ({ contactId, firstName, lastName }) =>
            `${firstName} ${lastName}${contactId === first ? ' (primary)' : ''}`,
        },
        { heading: 'Title', cell: ({ title }) => title ?? '–' },
        { heading: 'Email', cell: ({ email }) => email ?? '–' },
        { heading: 'Phone', cell: (contact) => getNumber(contact.phone) ?? '–' },
      ]}
    />
  </SectionState>
)

const licenseName = (type: string) => agencyLicenseTypes.find(({ id }) => id === type)?.name ?? type

function Licenses({ licenses }: { licenses: AgencyLicenseInfo[] }) {
  const today = getToday(new Date())
  const states = (which: (state: ReturnType<typeof getExpirationWarning>) => boolean) => [
    ...new Set(
      licenses.filter(({ expiration }) => which(getExpirationWarning(expiration, today))).map(({ state }) => state),
    ),
  ]
  const over = states((state) => state === 'expired')
  const near = states((state) => typeof state === 'number')
  return (
    <Stack spacing={1}>
      {over.length ? (
        <Alert severity="error" role="note">
          Licenses have expired in {over.join(', ')}.
        </Alert>
      ) : null}
      {near.length ? <Alert severity="warning">Licenses expire soon in {near.join(', ')}.</Alert> : null}
      <SectionState empty={licenses.length ? undefined : 'No licenses on file.'}>
        <SimpleTable<AgencyLicenseInfo>
          label="Licenses"
          rows={licenses}
          rowKey={({ licenseId }) => licenseId ?? ''}
          columns={[
            { heading: 'State', cell: ({ state }) => state },
            { heading: 'Number', cell: ({ licenseNo }) => licenseNo },
            { heading: 'Kind', cell: ({ type }) => licenseName(type) },
            { heading: 'From', cell: ({ effectiveDate }) => formatDate(effectiveDate) },
            { heading: 'Until', cell: ({ expiration }) => <ExpirationDate date={expiration} /> },
          ]}
        />
      </SectionState>
    </Stack>
  )
}

const Bank = ({ detail }: { detail: Detail }) => (
  <DescriptionList
    facts={{
      Bank: detail.bankName,
      'Routing number': detail.bankRoutingNo,
      'Account number': detail.bankAccountNo,
      'Remote reference': detail.bankRemoteReference,
      Address: address(detail.bankAddr1, detail.bankAddr2, detail.bankCity, detail.bankState, detail.bankZip),
      Contact: detail.bankContact,
      Phone: getNumber(detail.bankPhone),
      Email: detail.bankEmail && <EmailText email={detail.bankEmail} />,
      Notes: detail.bankNotes,
    }}
  />
)

const InsuranceTab = ({ detail }: { detail: Detail }) => (
  <DescriptionList
    facts={{
      Insurer: detail.eoInsurer,
      'Policy number': detail.eoPolicyNumber,
      Limit: detail.eoLimit === undefined ? null : formatMoney(detail.eoLimit),
      'Expiration date': <ExpirationDate date={detail.eoExpiration} />,
    }}
  />
)

const Mailing = ({ detail }: { detail: Detail }) => (
  <DescriptionList
    facts={{
      Address: detail.mailingAddr1
        ? address(detail.mailingAddr1, detail.mailingAddr2, detail.mailingCity, detail.mailingState, detail.mailingZip)
        : 'Letters are sent to the agency address.',
    }}
  />
)

const Tab = TabbedShowLayout.Tab

/** A tab of the page. The first tab has an empty path. */
interface TabDefinition {
  label: string
  path: string
  shows: ReactNode
}

function Page() {
  const { '*': tab = '' } = useParams()
  const createPath = useCreatePath()
  const row = useRecordContext<AdminAgency>()
  const agencyNo = row?.agencyNo ?? ''
  const { data, isPending, error, refetch } = useQuery({
    ...getAgencyOptions({ client: api.client, path: { agencyNo } }),
    select: getPayload,
    enabled: agencyNo !== '',
  })
  if (!row) return null
  const parts: TabDefinition[] = data
    ? [
        { label: 'Info', path: '', shows: <Info row={row} detail={data.agencyDetailInfo} info={data.agencyInfo} /> },
        {
          label: 'Contacts',
          path: 'contacts',
          shows: <Contacts contacts={data.agencyContactInfo} first={data.agencyDetailInfo.primaryContactId} />,
        },
        { label: 'Licenses', path: 'licenses', shows: <Licenses licenses={data.agencyLicenseInfo} /> },
        {
          label: 'Bank',
          path: 'bank',
          shows: (
            <>
              <Bank detail={data.agencyDetailInfo} />
              <RevealAgencyNumbersButton agencyNo={agencyNo} />
            </>
          ),
        },
        { label: 'E&O', path: 'eo', shows: <InsuranceTab detail={data.agencyDetailInfo} /> },
        { label: 'Mailing', path: 'mailing', shows: <Mailing detail={data.agencyDetailInfo} /> },
        { label: 'Sub-agencies', path: 'sub-agencies', shows: <SubAgenciesSection agencyNo={agencyNo} /> },
        { label: 'Documents', path: 'documents', shows: <AgencyDocuments agencyNo={agencyNo} /> },
        {
          label: 'Registration',
          path: 'registration',
          shows: <AgencyRegistrationSection agencyNo={agencyNo} contact={data.agencyContactInfo[0]} />,
        },
      ]
    : []
  // Redirects an unknown tab to the first tab instead of showing an empty card.
  if (data && !parts.some(({ path }) => path === tab))
    return <Navigate to={createPath({ resource: 'agencies', type: 'show', id: row.id })} replace />
  return (
    <RecordLayout
      spacing={1}
      title={`${row.company} (${agencyNo})`}
      status={<AgencyStatusChip status={row.status} />}
      activity={{ subjectId: agencyNo }}
    >
      <SectionState query={{ isPending, error: error && new Error(getLoadErrorMessage(error)), refetch }}>
        {data ? (
          <TabbedShowLayout tabs={<TabbedShowLayoutTabs variant="scrollable" allowScrollButtonsMobile />}>
            {parts.map(({ label, path, shows }) => (
              <Tab key={label} label={label} {...(path && { path })}>
                {shows}
              </Tab>
            ))}
          </TabbedShowLayout>
        ) : null}
      </SectionState>
    </RecordLayout>
  )
}

/** A button that opens the quote widgets page of the portal. */
function WidgetsButton() {
  const agency = useRecordContext<AdminAgency>()
  return agency ? (
    <Button size="small" href={paths.widgets(agency.agencyNo)}>
      Quote widgets
    </Button>
  ) : null
}

const Actions = () => {
  const { permissions: roles = [] } = usePermissions<string[]>()
  return (
    <TopToolbar>
      <WidgetsButton />
      {!roles.includes('readonly') && (
        <>
          <ChangeParentAgencyButton />
          <EditButton />
        </>
      )}
    </TopToolbar>
  )
}

/** An agency's details, with one tab per section of the agency record. */
export default function AgencyShow() {
  return (
    <Show title="Agency" actions={<Actions />}>
      <Page />
    </Show>
  )
}

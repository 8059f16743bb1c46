import { Button, Stack } from '@mui/material'
import { NotificationEmailPage } from '@tideline/portal-web/policy/NotificationEmailPage.tsx'
import { PolicyPage } from '@tideline/portal-web/policy/PolicyPage.tsx'
import { paths } from '@tideline/web-kit/paths.ts'
import { Title } from 'react-admin'
import { Route, Routes, useParams } from 'react-router'
import { PortalFrame } from './PortalFrame.tsx'

/** The page of a policy for staff. Shows the portal's policy page, with claims, notifications and payments below it. */
export default function PolicyDetail() {
  const { id: policyNo = '' } = useParams()
  const page = <PolicyPage policyNo={policyNo} />
  return (
    <>
      <Title title={`Policy ${policyNo}`} />
      <Stack
        direction="row"
        sx={{
          justifyContent: 'flex-end',
          marginTop: 1,
          marginBottom: { xs: 0, sm: -3 },
          // Without the button, the page would overlap the title above it.
          '@media print': { display: 'none' },
        }}
      >
        <Button size="small" href={paths.policy(policyNo)} target="_blank" rel="noreferrer">
          Open in portal
        </Button>
      </Stack>
      <PortalFrame name="admin-policy-detail">
        <Routes>
          <Route path="claims/:claimId" element={page} />
          <Route path="receipt/:policyPaymentId" element={page} />
          <Route
            path="notifications/emailNotifications/:id/:path/:version?"
            element={<NotificationEmailPage policyNo={policyNo} />}
          />
          <Route path="*" element={page} />
        </Routes>
      </PortalFrame>
    </>
  )
}

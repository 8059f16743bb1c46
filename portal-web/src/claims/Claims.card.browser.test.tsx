import {
  deleteClaimDocument,
  getClaim,
  getClaimDocument,
  getClaimOptions,
  getConfirmation,
  listClaimDocuments,
  listClaims,
  updateClaim,
  uploadClaimDocument,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
  waitForPaint,
} from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ClaimDialog } from './ClaimDialog.tsx'
import { ClaimsCard } from './Claims.card.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const policy = getExample(getConfirmation).payload
const seenBy = (kind: 'agent' | 'insured' | 'internal') => ({ ...policy, viewer: { ...policy.viewer, kind } })

describe('ClaimsCard', () => {
  it.each(['agent', 'internal'] as const)('shows the claims to the viewer %s [D289]', async (kind) => {
    const screen = await renderScreen(<ClaimsCard policy={seenBy(kind)} />)
    await expandSections('Claims')
    const [first] = getExample(listClaims).payload.items
    await expect.element(screen.getByText(first?.claimNumber ?? '')).toBeVisible()
  })

  it('neither shows nor requests claims for a policyholder [D289]', async () => {
    const screen = await renderScreen(<ClaimsCard policy={seenBy('insured')} />)
    await waitForPaint()
    expect(screen.getByRole('heading', { name: 'Claims' }).elements()).toEqual([])
    expect(getRequests(listClaims)).toHaveLength(0)
  })

  it('shows no claims for earthquake policies, which pay without a claim [D289]', async () => {
    const screen = await renderScreen(<ClaimsCard policy={{ ...seenBy('internal'), productId: 4 }} />)
    await waitForPaint()
    expect(screen.getByRole('heading', { name: 'Claims' }).elements()).toEqual([])
    expect(getRequests(listClaims)).toHaveLength(0)
  })

  it('shows an empty state when the policy has no claims', async () => {
    const { payload, ...rest } = getExample(listClaims)
    respondWith(listClaims, { ...rest, payload: { ...payload, resultCount: 0, items: [] } })
    const empty = await renderScreen(<ClaimsCard policy={seenBy('agent')} />)
    await expandSections('Claims')
    await expect.element(empty.getByText('No claims have been made for this policy')).toBeVisible()
  })

  it.each([
    [['Open', 'In Review', 'Paid'], '3 claims, 2 open'],
    [['Denied'], '1 claim, none open'],
  ] as const)('shows the number of claims while it is collapsed: %j (UI-27)', async (statuses, summary) => {
    const { payload, ...rest } = getExample(listClaims)
    const [item] = payload.items
    if (!item) throw new Error('The contract shows no claim.')
    const items = statuses.map((status, index) => ({ ...item, id: String(index), status }))
    respondWith(listClaims, { ...rest, payload: { ...payload, resultCount: items.length, items } })
    const screen = await renderScreen(<ClaimsCard policy={seenBy('agent')} />)
    await expect.element(screen.getByText(summary, { exact: true })).toBeVisible()
  })

  it('shows a placeholder while the claims load', async () => {
    keepRequestsPending(listClaims)
    const screen = await renderScreen(<ClaimsCard policy={seenBy('agent')} />)
    await expandSections('Claims')
    await expect.element(screen.getByRole('status', { name: 'Loading the claims' })).toBeVisible()
  })

  it('shows an error and reloads the claims on Retry', async () => {
    respondWithError(listClaims, 409, { message: 'The claims are being changed.' })
    const screen = await renderScreen(<ClaimsCard policy={seenBy('agent')} />)
    await expect.element(screen.getByText('There was an error fetching the claims data.')).toBeVisible()
    respondWith(listClaims, getExample(listClaims))
    await screen.getByRole('button', { name: /retry|try again/i }).click()
    await expandSections('Claims')
    const [first] = getExample(listClaims).payload.items
    await expect.element(screen.getByText(first?.claimNumber ?? '')).toBeVisible()
  })
})

describe('claim dialog', () => {
  const [listed] = getExample(listClaims).payload.items
  if (!listed) throw new Error('The contract shows no claim.')
  const detail = getExample(getClaim)
  const term = { inceptionDate: '2025-01-01', expirationDate: '2026-01-01' }
  const inTerm = { dateOfLoss: '2025-06-15', noticeDate: '2025-06-16' }
  const openClaim = () =>
    renderScreen(<ClaimDialog policy={{ ...seenBy('internal'), ...term }} claim={listed} onClose={vi.fn()} />)
  const respondWithClaim = (reserve: number, etag: string) =>
    respondWith(
      getClaim,
      { ...detail, payload: { ...detail.payload, claim: { ...listed, ...inTerm, reserve } } },
      { ETag: etag },
    )

  it('shows the current claim instead of the listed one and saves it with its version [API-13]', async () => {
    respondWithClaim(19_250, '"current"')
    const screen = await openClaim()
    await expect.element(screen.getByLabelText('Reserve')).toHaveValue('19,250.00')
    await screen.getByLabelText(/Adjuster name/).fill('Robin Adjuster')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => getRequests(updateClaim)).toHaveLength(1)
    const [sent] = getRequests(updateClaim)
    expect(sent?.headers.get('If-Match')).toBe('"current"')
    expect(await sent?.json()).toMatchObject({ adjusterName: 'Robin Adjuster', reserve: 19_250 })
  })

  it('offers to reload the claim if someone else has changed it', async () => {
    respondWithClaim(19_250, '"current"')
    const message = 'Someone else changed this since you loaded it. Reload it and try again.'
    respondWithError(updateClaim, 412, { code: 'version_mismatch', message, field: 'If-Match' })
    const screen = await openClaim()
    await screen.getByLabelText(/Adjuster name/).fill('Robin Adjuster')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText(message).first()).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Discard my changes and reload' })).toBeVisible()
  })

  it('shows why the claim could not be loaded, and no fields', async () => {
    respondWithError(getClaim, 404, { message: 'There is no such claim.' })
    const screen = await openClaim()
    await expect.element(screen.getByText('There is no such claim.')).toBeVisible()
    expect(screen.getByLabelText('Reserve').elements()).toEqual([])
  })
})

describe('claim files dialog', () => {
  const [claim] = getExample(listClaims).payload.items
  const [file] = getExample(listClaimDocuments).payload
  if (!claim || !file) throw new Error('The contract shows no claim with a file.')
  const openFiles = async (isReadonly = false) => {
    const seen = seenBy('internal')
    const screen = await renderScreen(<ClaimsCard policy={{ ...seen, viewer: { ...seen.viewer, isReadonly } }} />)
    await expandSections('Claims')
    await screen.getByRole('button', { name: `Files of ${claim.claimNumber}` }).click()
    return screen.getByRole('dialog', { name: `Files of ${claim.claimNumber}` })
  }

  it('downloads a file under the stored file name [P348]', async () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href.slice(0, 5)}`)
    })
    respondWith(getClaimDocument, 'bytes' as never)
    const files = await openFiles()
    await files.getByRole('button', { name: `Download ${file.fileName}` }).click()
    await expect.poll(() => saved).toEqual([`${file.fileName} blob:`])
    expect(new URL(getRequests(getClaimDocument)[0]?.url ?? '').pathname).toMatch(
      `/claims/${claim.id}/documents/${file.id}`,
    )
  })

  it('uploads a file with a type, and deletes a file after confirmation', async () => {
    const files = await openFiles()
    await files.getByLabelText('Type').selectOptions('Estimate')
    await files.getByLabelText('File to add').upload(new File(['%PDF-1.7'], 'roof.pdf', { type: 'application/pdf' }))
    await expect.poll(() => getRequests(uploadClaimDocument)).toHaveLength(1)
    const sent = await getRequests(uploadClaimDocument)[0]?.clone().formData()
    expect(sent?.get('documentType')).toBe('estimate')
    expect(sent?.get('file')).toMatchObject({ name: 'roof.pdf' })
    await expect.poll(() => getRequests(listClaimDocuments).length).toBe(2)
    await files.getByRole('button', { name: `Delete ${file.fileName}` }).click()
    expect(getRequests(deleteClaimDocument)).toHaveLength(0)
    await page.getByRole('dialog', { name: 'Delete file' }).getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => getRequests(deleteClaimDocument)).toHaveLength(1)
    await expect.poll(() => getRequests(listClaimDocuments).length).toBe(3)
  })

  it('shows why an upload was rejected and keeps the file list', async () => {
    respondWithError(uploadClaimDocument, 422, { message: 'File: a photo or a PDF is taken, for instance roof.jpg.' })
    const files = await openFiles()
    await files.getByLabelText('File to add').upload(new File(['MZ'], 'roof.exe'))
    await expect
      .element(files.getByRole('alert'))
      .toHaveTextContent('File: a photo or a PDF is taken, for instance roof.jpg.')
    await expect.element(files.getByRole('button', { name: `Download ${file.fileName}` })).toBeVisible()
    expect(getRequests(listClaimDocuments)).toHaveLength(1)
  })

  it('shows in the confirmation dialog why a file could not be deleted', async () => {
    respondWithError(deleteClaimDocument, 409, { message: 'The claim is closed: its files stay.' })
    const files = await openFiles()
    await files.getByRole('button', { name: `Delete ${file.fileName}` }).click()
    const question = page.getByRole('dialog', { name: 'Delete file' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.element(question.getByText('The claim is closed: its files stay.')).toBeVisible()
  })

  it('shows next to the file list why a download failed', async () => {
    respondWithError(getClaimDocument, 404, { message: 'The file is not there any more.' })
    const files = await openFiles()
    await files.getByRole('button', { name: `Download ${file.fileName}` }).click()
    await expect.element(files.getByRole('alert')).toHaveTextContent('The file is not there any more.')
  })

  it('reloads the files on Retry after a failure', async () => {
    respondWithError(listClaimDocuments, 502, { message: 'The files are not reached.' })
    const files = await openFiles()
    await expect.element(files.getByText('The files could not be loaded')).toBeVisible()
    respondWith(listClaimDocuments, getExample(listClaimDocuments))
    await files.getByRole('button', { name: 'Retry' }).click()
    await expect.element(files.getByRole('button', { name: `Download ${file.fileName}` })).toBeVisible()
  })

  it('does not allow uploads when the document types cannot be loaded', async () => {
    respondWithError(getClaimOptions, 502, { message: 'Not reached.' })
    const files = await openFiles()
    await expect.element(files.getByText('Files cannot be added now')).toBeVisible()
    await expect.element(files.getByRole('button', { name: 'Add a file' })).not.toBeInTheDocument()
    await expect.element(files.getByRole('button', { name: `Download ${file.fileName}` })).toBeVisible()
  })

  it('lets a read-only viewer download files but not add or delete them', async () => {
    const files = await openFiles(true)
    await expect.element(files.getByRole('button', { name: `Download ${file.fileName}` })).toBeVisible()
    expect(files.getByRole('button', { name: /^Delete|^Add/ }).elements()).toEqual([])
  })
})

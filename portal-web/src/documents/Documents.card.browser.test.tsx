import type { PolicyDocument, UploadType } from '@tideline/sdk'
import {
  deleteDocumentVersion,
  getDocumentPdf,
  getPolicyTransactions,
  listLatestDocuments,
  listUploadTypes,
  saveSignedFlag,
  uploadDocuments,
  verifyElevationCertificate,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getDateDaysFromToday } from '@tideline/web-kit/testing/dates.ts'
import { getRequests, respondWith, respondWithError, waitForResponses } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DocumentsCard } from './Documents.card.tsx'

type Seen = NonNullable<Parameters<typeof buildConfirmationPolicy>[0]>

const [example] = getExample(listLatestDocuments).payload
if (!example) throw new Error('The contract shows no document.')
const [version] = example.versions
if (!version) throw new Error('The contract shows no version of a document.')

const withDocuments = (...documents: Partial<PolicyDocument>[]) =>
  respondWith(listLatestDocuments, {
    ...getExample(listLatestDocuments),
    payload: documents.map((one, index) => ({ ...example, policyDocId: `document-${index}`, ...one })),
  })
const open = (seen: Seen = {}) =>
  renderScreen(<DocumentsCard policy={buildConfirmationPolicy({ by: 'agent', ...seen })} />)
type Screen = Awaited<ReturnType<typeof open>>

afterEach(() => {
  vi.restoreAllMocks()
})

describe('DocumentsCard', () => {
  it('opens the latest version of a document in a new tab [D318] [P285]', async () => {
    const tab = { location: { href: '' }, close: vi.fn() }
    const openTab = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const versions = [{ ...version, link: 'RFL3000101/survey/v2.pdf' }, version]
    respondWith(getDocumentPdf, '%PDF-1.7' as never)
    withDocuments({ docName: 'Survey', restriction: null, versions })
    const screen = await open()
    await screen.getByRole('button', { name: /^Survey/ }).click()
    await expect.poll(() => tab.location.href).toMatch(/^blob:/)
    expect(openTab).toHaveBeenCalledWith('', '_blank')
    expect(new URL(getRequests(getDocumentPdf)[0]?.url ?? '').searchParams.get('link')).toBe('RFL3000101/survey/v2.pdf')
  })

  it.each([
    ['CAD1 form is signed by insured', 'D233'],
    ['SL Notice is signed by insured', 'D234'],
    ['BR7 form is signed by insured and agent', 'D235'],
  ])('explains why a document is restricted until the %s [D236] [%s]', async (until) => {
    const restriction = `Document access restricted until ${until}.`
    withDocuments({ docName: 'DecPage', restriction, versions: [version] })
    const screen = await open()
    await expect.element(screen.getByText(restriction, { exact: true })).toBeVisible()
    expect(screen.getByRole('button', { name: /Declarations page/ }).elements()).toEqual([])
  })

  const waived =
    /^Waiting period waived - Please upload a HUD-1 closing disclosure or settlement statement showing the exact date of closing matching the effective date, or a copy of the declaration page of other coverage showing an expiration date matching the effective date for roll-overs\.$/
  it.each([
    ['no proof was uploaded', {}, [], true],
    ['a closing document was uploaded', {}, [3], false],
    ['a declarations page of the previous insurer was uploaded', {}, [21], false],
    ['an unrelated document was uploaded', {}, [4], true],
    ['the waiting period was not waived', { hasImmediateClosing: false }, [], false],
    ['inception was 60 days ago', { inceptionDate: getDateDaysFromToday(-60) }, [], false],
    ['inception was 59 days ago', { inceptionDate: getDateDaysFromToday(-59) }, [], true],
  ] as [string, Seen, PolicyDocument['docTypeId'][], boolean][])(
    'checks whether proof of the waived waiting period is required when %s: %j, %j, %s [D231] [D232] [D409]',
    async (_, seen, types, isVisible) => {
      withDocuments(
        { docName: 'Application', docTypeId: 2, versions: [{ ...version, isUpload: false }] },
        ...types.map((docTypeId) => ({ docTypeId, docName: 'Paper', versions: [{ ...version, isUpload: true }] })),
      )
      const screen = await open({ hasImmediateClosing: true, inceptionDate: '2099-01-01', ...seen })
      await expect.element(screen.getByRole('table', { name: 'Policy documents' })).toBeVisible()
      expect(screen.getByText(waived).elements()).toHaveLength(isVisible ? 1 : 0)
    },
  )
})

describe('Add document dialog', () => {
  const offering = (...types: UploadType[]) =>
    respondWith(listUploadTypes, { ...getExample(listUploadTypes), payload: types })
  const types = (...names: [UploadType['docTypeId'], string][]): UploadType[] =>
    names.map(([docTypeId, typeName]) => ({ docTypeId, typeName }))
  const openForm = async () => {
    const screen = await open({ may: ['uploadDocuments'] })
    await screen.getByRole('button', { name: 'Add Document' }).click()
    const form = screen.getByRole('dialog', { name: 'Add document' })
    await expect.element(form.getByText('Drop files here, or')).toBeVisible()
    return { screen, form, send: form.getByRole('button', { name: 'Upload', exact: true }) }
  }
  /** Selects files through the input, because tests cannot operate the browser's file chooser. */
  const choose = (form: ReturnType<Screen['getByRole']>, files: File[]) =>
    form.getByLabelText('Files to upload').upload(files)
  const pdf = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'application/pdf' })

  it.each([
    [
      'New York',
      'D238, D406, P407',
      types(
        [4, 'Elevation Certificate'],
        [6, 'Supporting Documents'],
        [13, 'NY Cancellation Endorsement'],
        [15, 'NY Endorsement'],
      ),
    ],
    [
      'earthquake',
      'D404',
      types(
        [2, 'Application'],
        [5, 'Dilligent Effort'],
        [6, 'Supporting Documents'],
        [8, 'Cancellation Document'],
        [11, 'Endorsement Agreement'],
        [14, 'DNOC Document'],
      ),
    ],
    [
      'other flood',
      'D405',
      types(
        [3, 'HUD-1'],
        [4, 'Elevation Certificate'],
        [6, 'Supporting Documents'],
        [21, 'Rollover Declarations Page'],
      ),
    ],
  ] as const)('offers the upload types for %s [%s]', async (_, _ids, offered) => {
    offering(...offered)
    const { form } = await openForm()
    await choose(form, [pdf('paper.pdf')])
    const select = form.getByLabelText('Type of paper.pdf')
    await expect.element(select).toHaveValue('6')
    expect([...select.element().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(
      offered.map(({ typeName }) => typeName),
    )
  })

  it("prefills each file's name and the type Supporting Documents, and requires both [D225] [D226] [D227] [D400]", async () => {
    const { form, send } = await openForm()
    await expect.element(send).toHaveAttribute('aria-disabled', 'true')
    await choose(form, [pdf('my survey.pdf')])
    const name = form.getByLabelText('Name')
    await expect.element(name).toHaveValue('my_survey.pdf')
    await expect.element(form.getByLabelText('Type of my_survey.pdf')).toHaveValue('6')
    await expect.element(send).not.toHaveAttribute('aria-disabled', 'true')
    await name.fill(' ')
    await expect.element(send).toHaveAttribute('aria-disabled', 'true')
  })

  it('skips a file that is already queued [D223]', async () => {
    const { form } = await openForm()
    await choose(form, [pdf('survey.pdf')])
    await choose(form, [pdf('survey.pdf'), pdf('photo.pdf')])
    await expect.poll(() => form.getByRole('listitem').elements().length).toBe(2)
  })

  it('accepts files of any size and keeps only the last ten [D221] [D222] [D224] [D228]', async () => {
    const { form } = await openForm()
    await choose(form, [pdf('large.pdf', 2 * 1024 * 1024)])
    await expect.element(form.getByLabelText('Type of large.pdf')).toBeVisible()
    await choose(
      form,
      Array.from({ length: 10 }, (_, index) => pdf(`photo-${index}.pdf`)),
    )
    await expect.element(form.getByText('Only 10 files can be uploaded at a time.')).toBeVisible()
    await expect.element(form.getByText('No longer in the list: large.pdf')).toBeVisible()
    expect(form.getByRole('listitem').elements()).toHaveLength(10)
    await expect.element(form.getByLabelText('Type of large.pdf')).not.toBeInTheDocument()
    await expect.element(form.getByRole('button', { name: 'Browse' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('shows the name of a file that was already uploaded [D365]', async () => {
    respondWithError(uploadDocuments, 409, { code: 'already_uploaded', message: 'Known.' })
    const { screen, form, send } = await openForm()
    await choose(form, [pdf('known.pdf')])
    await send.click()
    await expect
      .element(screen.getByText("Error uploading 'known.pdf': This document has already been uploaded to the policy."))
      .toBeVisible()
  })

  it.each([
    [409, 'Known.', "You've already uploaded this document."],
    [422, 'The file is empty.', 'The file is empty.'],
  ])(
    'reports an upload error with status %i and server message "%s" as "%s" [D229] [D368]',
    async (status, message, text) => {
      respondWithError(uploadDocuments, status, { message })
      const { screen, form, send } = await openForm()
      await choose(form, [pdf('known.pdf')])
      await send.click()
      await screen.getByRole('dialog', { name: 'Error', exact: true }).getByRole('button', { name: 'Ok' }).click()
      const failed = screen.getByRole('dialog', { name: 'Error uploading document' })
      await expect.element(failed.getByText(text, { exact: true })).toBeVisible()
      await failed.getByRole('button', { name: 'Remove known.pdf' }).click()
      await expect.element(screen.getByRole('dialog', { name: 'Add document' })).toBeVisible()
    },
  )
})

describe('paper signature', () => {
  const slots: PolicyDocument['signatures'] = [
    { policyDocSignatureId: 'one', party: 2, signedByName: null, signedAt: null },
    { policyDocSignatureId: 'two', party: 1, signedByName: 'Alex Agent', signedAt: '2026-11-20T15:04:05Z' },
  ]
  const paper = { policyDocId: 'paper', docName: 'Application', partiesToSign: [1, 2] as (1 | 2)[], signatures: slots }

  it('can be recorded by staff, and stays if the server rejects the removal [D153] [D315]', async () => {
    withDocuments(paper)
    const screen = await open({ by: 'internal', may: ['toggleSigned'] })
    const before = getRequests(listLatestDocuments).length
    await screen.getByRole('button', { name: 'Sign Application for the insured' }).click()
    withDocuments({ ...paper, signatures: slots.map((slot) => ({ ...slot, ...slots[1], party: slot.party })) })
    await screen.getByRole('dialog', { name: 'Sign document' }).getByRole('button', { name: 'Sign' }).click()
    await expect.element(screen.getByRole('button', { name: 'Unsign Application for the insured' })).toBeVisible()
    expect(getRequests(listLatestDocuments).length).toBeGreaterThan(before)
    expect(await getRequests(saveSignedFlag)[0]?.json()).toEqual({
      ...{ PolicyNo: buildConfirmationPolicy().policyNo, PolicyDocId: 'paper', Parties: [2], setFlag: true },
    })
    await screen.getByRole('button', { name: 'Unsign Application for the agent' }).click()
    respondWithError(saveSignedFlag, 409, { message: 'An electronic signature cannot be cleared.' })
    const question = screen.getByRole('dialog', { name: 'Unsign document' })
    await question.getByRole('button', { name: 'Unsign' }).click()
    await expect.element(question.getByText('An electronic signature cannot be cleared.')).toBeVisible()
  })

  it.each(['agent', 'insured', 'internal'] as const)(
    'cannot be recorded by %s without permission [D153]',
    async (by) => {
      withDocuments(paper)
      const screen = await open({ by, may: [] })
      await expect.element(screen.getByText('Not signed', { exact: true })).toBeVisible()
      expect(screen.getByRole('button', { name: /^(Sign|Unsign)/ }).elements()).toEqual([])
    },
  )
})

describe('elevation certificate', () => {
  const certificate = {
    docName: 'ec.pdf',
    docTypeId: 4,
    versions: [{ ...version, policyDocVerId: 'v1', isUpload: true }],
  } as const
  const may = ['reviewElevationCertificate'] as const
  const withElevation = (ecElevation: number) =>
    respondWith(getPolicyTransactions, {
      ...getExample(getPolicyTransactions),
      payload: getExample(getPolicyTransactions).payload.map((one) => ({ ...one, ecElevation })),
    })
  async function openReview() {
    withDocuments({ ...certificate, versions: [...certificate.versions], reviewTag: 'Review' })
    withElevation(8.25)
    const screen = await open({ by: 'internal', may })
    await screen.getByRole('button', { name: 'Review ec.pdf' }).click()
    return { screen, review: screen.getByRole('dialog', { name: 'Elevation Certificate Review' }) }
  }

  it.each([
    ['Review', may, 1],
    ['Requires Review', may, 1],
    [null, may, 0],
    ['Review', [], 0],
  ] as const)('has review buttons for tag %j and permissions %j: %i [D281]', async (reviewTag, may, times) => {
    withDocuments({ ...certificate, versions: [...certificate.versions], reviewTag })
    const screen = await open({ by: 'internal', may })
    await expect.element(screen.getByRole('button', { name: /^ec.pdf/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /Review/ }).elements()).toHaveLength(times)
    if (reviewTag && times)
      await expect.element(screen.getByRole('button', { name: `${reviewTag} ec.pdf`, exact: true })).toBeVisible()
  })

  it('is compared with the elevation on the policy [D281] [P106] [P136] [P137]', async () => {
    const tab = { location: { href: '' }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    respondWith(getDocumentPdf, '%PDF-1.7' as never)
    const { review } = await openReview()
    await expect.element(review.getByRole('row', { name: /^Elevation 9\.5 ft 8\.25 ft$/ })).toBeVisible()
    await review.getByRole('button', { name: /^Open the certificate/ }).click()
    await expect.poll(() => tab.location.href).toMatch(/^blob:/)
    expect(new URL(getRequests(getDocumentPdf)[0]?.url ?? '').searchParams.get('link')).toBe(version.link)
  })

  it.each([
    ['Verified as Correct', 6, 'P196'],
    ['Correction Endorsement Requested', 8, 'P197'],
  ] as const)(
    'is reviewed with the button "%s", which sends status %i [%s] [D387] [P375]',
    async (label, status, _id) => {
      const { screen, review } = await openReview()
      await review.getByRole('button', { name: label }).click()
      await expect.element(screen.getByText('Changes were submitted!', { exact: true }).first()).toBeVisible()
      await expect.element(review).not.toBeInTheDocument()
      expect(getRequests(verifyElevationCertificate).map(({ url }) => new URL(url).pathname)).toEqual([
        `/api/v1/documents/verifiedEC/v1/${status}`,
      ])
    },
  )

  it('shows an error and allows a retry if the review decision fails [D387] [P376]', async () => {
    respondWithError(verifyElevationCertificate, 409, { message: 'A newer elevation certificate has been uploaded.' })
    const { screen, review } = await openReview()
    await review.getByRole('button', { name: 'Verified as Correct' }).click()
    await expect
      .element(screen.getByText('There was an error posting these changes', { exact: true }).first())
      .toBeVisible()
    await expect.element(review.getByRole('button', { name: 'Verified as Correct' })).toBeVisible()
  })

  it.each([
    ['no certificate was uploaded', 8.25, [], 1],
    ['a certificate was uploaded', 8.25, [certificate], 0],
    ['the policy has no elevation', 0, [], 0],
  ] as const)('is required only if missing: %s, elevation %d [D230]', async (_, ecElevation, uploaded, times) => {
    withElevation(ecElevation)
    withDocuments(
      { docName: 'DecPage', docTypeId: 1 },
      ...uploaded.map((one) => ({ ...one, versions: [...one.versions] })),
    )
    const screen = await open()
    await expect.element(screen.getByRole('button', { name: /^Declarations page/ })).toBeVisible()
    await waitForResponses(getPolicyTransactions, listLatestDocuments)
    const warning = screen.getByText('An elevation certificate is required for this policy.', { exact: true })
    if (times) await expect.element(warning).toBeVisible()
    else await expect.element(warning).not.toBeInTheDocument()
  })
})

describe('document deletion', () => {
  const openQuestion = async () => {
    withDocuments({ docName: 'photo.pdf', versions: [{ ...version, isUpload: true }] })
    const screen = await open({ by: 'internal', may: ['deleteDocuments'] })
    await screen.getByRole('button', { name: 'Delete photo.pdf' }).click()
    const sure = screen.getByRole('dialog', { name: 'Delete document' })
    return { screen, confirm: sure.getByRole('button', { name: 'Delete' }) }
  }

  it('shows a confirmation after the document is deleted [D370]', async () => {
    const { screen, confirm } = await openQuestion()
    expect(getRequests(deleteDocumentVersion)).toHaveLength(0)
    await confirm.click()
    await expect.element(screen.getByText('Document successfully deleted!').first()).toBeVisible()
  })

  it('shows an error when the deletion fails [D370]', async () => {
    respondWith(deleteDocumentVersion, () => {
      throw new TypeError('Failed to fetch')
    })
    const { screen, confirm } = await openQuestion()
    await confirm.click()
    await expect.element(screen.getByText('There was an error deleting the document.').first()).toBeVisible()
  })
})

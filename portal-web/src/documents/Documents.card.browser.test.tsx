import type { PolicyDocument, UploadType } from '@tideline/sdk'
import {
  deleteDocumentVersion,
  getDocumentPdf,
  listLatestDocuments,
  listUploadTypes,
  uploadDocuments,
} from '@tideline/sdk/operations'
import { exampleOf } from '@tideline/web-kit/testing/contract.ts'
import { aPolicySeen } from '@tideline/web-kit/testing/policy.ts'
import { answer, asked, refuse } from '@tideline/web-kit/testing/server.ts'
import { show } from '@tideline/web-kit/testing/show.tsx'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DocumentsCard } from './Documents.card.tsx'

type Seen = NonNullable<Parameters<typeof aPolicySeen>[0]>

const [example] = exampleOf(listLatestDocuments).payload
if (!example) throw new Error('The contract shows no document.')
const [version] = example.versions
if (!version) throw new Error('The contract shows no version of a document.')

const withDocuments = (...documents: Partial<PolicyDocument>[]) =>
  answer(listLatestDocuments, {
    ...exampleOf(listLatestDocuments),
    payload: documents.map((one, index) => ({ ...example, policyDocId: `document-${index}`, ...one })),
  })
const open = (seen: Seen = {}) => show(<DocumentsCard policy={aPolicySeen({ by: 'agent', ...seen })} />)
type Screen = Awaited<ReturnType<typeof open>>

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the documents of a policy', () => {
  it('open in a new tab, by the link of the latest version [D318] [P285]', async () => {
    const tab = { location: { href: '' }, close: vi.fn() }
    const openTab = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const versions = [{ ...version, link: 'RFL3000101/survey/v2.pdf' }, version]
    answer(getDocumentPdf, '%PDF-1.7' as never)
    withDocuments({ docName: 'Survey', restriction: null, versions })
    const screen = await open()
    await screen.getByRole('button', { name: /^Survey/ }).click()
    await expect.poll(() => tab.location.href).toMatch(/^blob:/)
    expect(openTab).toHaveBeenCalledWith('', '_blank')
    expect(new URL(asked(getDocumentPdf)[0]?.url ?? '').searchParams.get('link')).toBe('RFL3000101/survey/v2.pdf')
  })

  it.each([
    ['CAD1 form is signed by insured', 'D233'],
    ['SL Notice is signed by insured', 'D234'],
    ['BR7 form is signed by insured and agent', 'D235'],
  ])('are closed until the %s, and say so [D236] [%s]', async (until) => {
    const restriction = `Document access restricted until ${until}.`
    withDocuments({ docName: 'DecPage', restriction, versions: [version] })
    const screen = await open()
    await expect.element(screen.getByText(restriction, { exact: true })).toBeVisible()
    expect(screen.getByRole('button', { name: /DecPage/ }).elements()).toEqual([])
  })

  const waived =
    /^Waiting period waived - Please upload a HUD-1 closing disclosure or settlement statement showing the exact date of closing matching the effective date, or a copy of the declaration page of other coverage showing an expiration date matching the effective date for roll-overs\.$/
  it.each([
    ['nothing shows why', {}, [], true],
    ['the closing was shown', {}, [3], false],
    ['the other policy was shown', {}, [21], false],
    ['another paper was shown', {}, [4], true],
    ['it was not waived', { hasImmediateClosing: false }, [], false],
    [
      'it began 60 days ago',
      { inceptionDate: new Date(Date.now() - 60 * 86_400_000).toLocaleDateString('sv-SE') },
      [],
      false,
    ],
    [
      'it began 59 days ago',
      { inceptionDate: new Date(Date.now() - 59 * 86_400_000).toLocaleDateString('sv-SE') },
      [],
      true,
    ],
  ] as [string, Seen, PolicyDocument['docTypeId'][], boolean][])(
    'ask for what shows the waiver where %s: %j, %j, %s [D231] [D232] [D409]',
    async (_, seen, types, isAsked) => {
      withDocuments(
        { docName: 'Application', docTypeId: 2, versions: [{ ...version, isUpload: false }] },
        ...types.map((docTypeId) => ({ docTypeId, docName: 'Paper', versions: [{ ...version, isUpload: true }] })),
      )
      const screen = await open({ hasImmediateClosing: true, inceptionDate: '2099-01-01', ...seen })
      await expect.element(screen.getByRole('table', { name: 'Policy documents' })).toBeVisible()
      expect(screen.getByText(waived).elements()).toHaveLength(isAsked ? 1 : 0)
    },
  )
})

describe('adding documents', () => {
  const offering = (...types: UploadType[]) =>
    answer(listUploadTypes, { ...exampleOf(listUploadTypes), payload: types })
  const types = (...names: [UploadType['docTypeId'], string][]): UploadType[] =>
    names.map(([docTypeId, typeName]) => ({ docTypeId, typeName }))
  const openForm = async () => {
    const screen = await open({ may: ['uploadDocuments'] })
    await screen.getByRole('button', { name: 'Add Document' }).click()
    const form = screen.getByRole('dialog', { name: 'Add document' })
    await expect.element(form.getByText('Drop files here, or')).toBeVisible()
    return { screen, form, send: form.getByRole('button', { name: 'Upload', exact: true }) }
  }
  /** As somebody does who chooses files; the browser's own chooser cannot be driven. */
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
  ] as const)('offers the kinds of %s [%s]', async (_, _ids, offered) => {
    offering(...offered)
    const { form } = await openForm()
    await choose(form, [pdf('paper.pdf')])
    const select = form.getByLabelText('Type of paper.pdf')
    await expect.element(select).toHaveValue('6')
    expect([...select.element().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(
      offered.map(({ typeName }) => typeName),
    )
  })

  it('starts each file with its name and the kind Supporting Documents, and wants both [D225] [D226] [D227] [D400]', async () => {
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

  it('leaves out a file that is queued already [D223]', async () => {
    const { form } = await openForm()
    await choose(form, [pdf('survey.pdf')])
    await choose(form, [pdf('survey.pdf'), pdf('photo.pdf')])
    await expect.poll(() => form.getByRole('listitem').elements().length).toBe(2)
  })

  it('takes files without a limit of its own, and keeps the last ten of them [D221] [D222] [D224] [D228]', async () => {
    const { form } = await openForm()
    await choose(form, [pdf('large.pdf', 2 * 1024 * 1024)])
    await expect.element(form.getByLabelText('Type of large.pdf')).toBeVisible()
    await choose(
      form,
      Array.from({ length: 10 }, (_, index) => pdf(`photo-${index}.pdf`)),
    )
    await expect.element(form.getByText('Only 10 files can be uploaded at a time.')).toBeVisible()
    expect(form.getByRole('listitem').elements()).toHaveLength(10)
    await expect.element(form.getByLabelText('Type of large.pdf')).not.toBeInTheDocument()
    await expect.element(form.getByRole('button', { name: 'Browse' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('says which file is on the policy already [D365]', async () => {
    refuse(uploadDocuments, 409, { code: 'already_uploaded', message: 'Known.' })
    const { screen, form, send } = await openForm()
    await choose(form, [pdf('known.pdf')])
    await send.click()
    await expect
      .element(screen.getByText("Error uploading 'known.pdf': This document has already been uploaded to the policy."))
      .toBeVisible()
  })
})

describe('deleting a document', () => {
  const openQuestion = async () => {
    withDocuments({ docName: 'photo.pdf', versions: [{ ...version, isUpload: true }] })
    const screen = await open({ by: 'internal', may: ['deleteDocuments'] })
    await screen.getByRole('button', { name: 'Delete photo.pdf' }).click()
    const sure = screen.getByRole('dialog', { name: 'Delete document' })
    return { screen, confirm: sure.getByRole('button', { name: 'Delete' }) }
  }

  it('says when it is done [D370]', async () => {
    const { screen, confirm } = await openQuestion()
    expect(asked(deleteDocumentVersion)).toHaveLength(0)
    await confirm.click()
    await expect.element(screen.getByText('Document successfully deleted!').first()).toBeVisible()
  })

  it('says when it failed [D370]', async () => {
    answer(deleteDocumentVersion, () => {
      throw new TypeError('Failed to fetch')
    })
    const { screen, confirm } = await openQuestion()
    await confirm.click()
    await expect.element(screen.getByText('There was an error deleting the document.').first()).toBeVisible()
  })
})

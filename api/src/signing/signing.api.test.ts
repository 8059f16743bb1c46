import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createPolicyDocuments } from '../documents/create-documents.ts'
import { ensureDocumentFile } from '../documents/document-file.ts'
import { getPdfLines } from '../documents/pdf-lines.ts'
import { documentHandlers } from '../documents/routes.ts'
import type { Actor } from '../http/context.ts'
import { policyHandlers } from '../policy-reads/routes.ts'
import { createFolderStorage } from '../providers/files/folder.ts'
import { createPdfProvider } from '../providers/pdf/pdf.ts'
import {
  createAgentActor,
  createAreaApp,
  createInsuredActor,
  createStaffActor,
  defaultTestTime,
} from '../testing/area-app.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createSamplePng } from '../testing/png.ts'
import { recordPastSignatures } from './past-signatures.ts'
import { signingHandlers } from './routes.ts'

const { db } = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'tideline-signing-'))
const [pdf, files] = [createPdfProvider(), createFolderStorage(folder)]
afterAll(async () => {
  await pdf.close()
  await rm(folder, { recursive: true, force: true })
})
const call = createAreaApp(db, { ...policyHandlers, ...documentHandlers, ...signingHandlers }, { pdf, files })

const agency = await insertAgency(db)
const { account_id: accountId } = await insertAccount(db, { agency_id: agency.agency_id })
const agent = createAgentActor(agency, { accountId })

async function aPolicyToSign(columns: Record<string, unknown> = {}, product = 1) {
  const policy = await insertPolicy(db, { product, columns: { agency_id: agency.agency_id, ...columns } })
  await db
    .transaction()
    .execute((trx) =>
      createPolicyDocuments(trx, { now: defaultTestTime, authorName: 'Alex Agent' }, [policy.policy_id]),
    )
  const identification = { method: 'mailbox', mailbox: policy.email } as const
  return { ...policy, insured: createInsuredActor(policy.identity_id, { identification }) }
}

interface Slot {
  policyDocSignatureId: string
  party: number
  kind: string
  signedAt: string | null
  signedImage: string | null
  signatureImageId: string | null
}
interface Doc {
  policyDocId: string
  docName: string
  isSigned: boolean
  requiresElanyNotice: boolean
  policyDocVerId: string
  signatures: Slot[]
}

const getDocuments = async (actor: Actor, policyNo: string): Promise<Doc[]> =>
  (await call(actor, `GET /api/v1/documents/policy/${policyNo}`)).body.payload.policyDocStatus.documentsWithSignatures

const consent = { version: '2026-11', accepted: true }

/** Returns the request that a screen sends when a party has signed all its fields. */
async function signed(actor: Actor, policyNo: string, party: number, more: object = {}, name = 'Marina Sample') {
  const documents = await getDocuments(actor, policyNo)
  return {
    policyNo,
    isPolicySigned: false,
    isPolicyPaid: false,
    consent,
    documentsWithSignatures: documents
      .map(({ policyDocId, signatures }) => ({
        policyDocId,
        signatures: signatures
          .filter((slot) => slot.party === party)
          .map(({ policyDocSignatureId, kind }) => ({
            policyDocSignatureId,
            party,
            signedByName: name,
            signedImage: createSamplePng(kind === 'initials' ? 90 : 30),
          })),
      }))
      .filter((document) => document.signatures.length > 0),
    ...more,
  }
}
const post = (actor: Actor, body: unknown, headers = {}) =>
  call(actor, 'POST /api/v1/documents/signatures', { body, headers })
const getConfirmation = async (actor: Actor, policyNo: string) =>
  (await call(actor, `GET /api/v1/policies/${policyNo}/getConfirmation`)).body.payload
const getCount = async (table: 'signature_images' | 'signing_events' | 'audit_log', policyId: string) =>
  (
    await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('policy_id', '=', policyId)
      .executeTakeFirstOrThrow()
  ).n

describe('getPolicyDocuments', () => {
  it('returns the documents with the signature fields of each party [C066] [C180] [D316] [P326]', async () => {
    const policy = await aPolicyToSign()
    const { body } = await call(agent, `GET /api/v1/documents/policy/${policy.policy_no}`)
    expect(body.payload.policyDocOCR).toBeNull()
    const documents = await getDocuments(agent, policy.policy_no)
    expect(documents.map((document) => document.docName)).toEqual(['Flood Application', 'Diligent Effort Affidavit'])
    expect(documents[0]?.signatures.map((slot) => [slot.party, slot.kind])).toEqual([
      [1, 'signature'],
      [2, 'signature'],
      [2, 'initials'],
    ])
  })

  it.each([
    ['NY', { state: 'NY', city: 'Albany', zip: '12207' }, true],
    ['FL', {}, false],
    ['CA', { state: 'CA', city: 'Sacramento', zip: '95814' }, false],
  ])('sets requiresElanyNotice on policy documents only in New York: %s [C123]', async (_, columns, required) => {
    const policy = await aPolicyToSign(columns)
    for (const actor of [agent, policy.insured]) {
      const documents = await getDocuments(actor, policy.policy_no)
      expect(documents).not.toHaveLength(0)
      expect(documents.map(({ requiresElanyNotice }) => requiresElanyNotice)).toEqual(documents.map(() => required))
    }
  })

  it('returns 404 for a policy of another agency', async () => {
    const policy = await aPolicyToSign()
    const stranger = createAgentActor(await insertAgency(db))
    expect((await call(stranger, `GET /api/v1/documents/policy/${policy.policy_no}`)).status).toBe(404)
  })
})

describe('signing status of each party', () => {
  const states = async ({ policy_no }: { policy_no: string }) => (await getConfirmation(agent, policy_no)).isSigned

  it('shows whether the party has nothing to sign, has not signed or has signed [C094] [P132]', async () => {
    const bare = await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
    expect(await states(bare)).toEqual([
      { party: 1, isSigned: false, requiresSignatures: false },
      { party: 2, isSigned: false, requiresSignatures: false },
    ])
    const policy = await aPolicyToSign()
    expect(await states(policy)).toEqual([
      { party: 1, isSigned: false, requiresSignatures: true },
      { party: 2, isSigned: false, requiresSignatures: true },
    ])
    await post(agent, await signed(agent, policy.policy_no, 1, {}, 'Alex Agent'))
    expect(await states(policy)).toEqual([
      { party: 1, isSigned: true, requiresSignatures: true },
      { party: 2, isSigned: false, requiresSignatures: true },
    ])
  })
})

describe('signDocuments', () => {
  it('adds the agent signature, seals the files and emails the insured [C088] [C182] [SIGN-3] [P327]', async () => {
    const policy = await aPolicyToSign()
    const { status, body } = await post(agent, await signed(agent, policy.policy_no, 1, {}, 'Alex Agent'))
    expect(status).toBe(200)
    expect(body.payload).toMatchObject({ isPolicySigned: false, isPolicyPaid: false })
    const confirmation = await getConfirmation(agent, policy.policy_no)
    expect(confirmation.isSigned).toEqual([
      { party: 1, isSigned: true, requiresSignatures: true },
      { party: 2, isSigned: false, requiresSignatures: true },
    ])
    const versions = await db
      .selectFrom('policy_doc_versions as v')
      .innerJoin('policy_docs as d', 'd.policy_doc_id', 'v.policy_doc_id')
      .innerJoin('files as f', 'f.file_id', 'v.file_id')
      .select(['d.doc_kind', 'v.version', 'v.stage', 'v.sha256', 'f.sha256 as fileSha'])
      .where('d.policy_id', '=', policy.policy_id)
      .where('v.version', '=', 2)
      .orderBy('d.doc_kind')
      .execute()
    expect(versions.map(({ doc_kind, stage }) => [doc_kind, stage])).toEqual([
      ['application', 'partlySigned'],
      ['diligentEffort', 'signed'],
    ])
    expect(versions.every((version) => version.sha256 === version.fileSha)).toBe(true)
    const trail = await call(agent, `GET /api/v1/documents/events/${policy.policy_no}`)
    expect(trail.body.payload.map((entry: { identifiedBy: string | null }) => entry.identifiedBy)).toEqual([
      'account',
      'account',
      'account',
      'account',
      null,
    ])
    expect(trail.body.payload.map((entry: { event: string }) => entry.event)).toEqual([
      'consented',
      'signed',
      'signed',
      'completed',
      'sent',
    ])
    const jobs = await sql<{ payload: { to: string; template: string } }>`
      select p.payload from graphile_worker._private_jobs p where p.payload->>'policyId' = ${policy.policy_id}`.execute(
      db,
    )
    expect(jobs.rows[0]?.payload).toMatchObject({ to: policy.email, template: 'signature-request' })
    // One entry is for the signature. The other is for the link that was created for the other party.
    expect(await getCount('audit_log', policy.policy_id)).toBe(2)
  })

  it('uses one signature image for all fields of the insured, and marks the policy as signed [C093] [C005] [D148]', async () => {
    const policy = await aPolicyToSign()
    await post(agent, await signed(agent, policy.policy_no, 1, {}, 'Alex Agent'))
    const { body } = await post(policy.insured, await signed(policy.insured, policy.policy_no, 2))
    expect(body.payload.isPolicySigned).toBe(true)
    // The insured has one signature and one set of initials. The agent has one signature for two documents.
    expect(await getCount('signature_images', policy.policy_id)).toBe(3)
    const row = await db
      .selectFrom('policies')
      .select('is_signed')
      .where('policy_id', '=', policy.policy_id)
      .executeTakeFirstOrThrow()
    expect(row.is_signed).toBe(true)
    const initials = await db
      .selectFrom('policy_doc_signatures')
      .select('signed_by_initials')
      .where('policy_id', '=', policy.policy_id)
      .where('kind', '=', 'initials')
      .executeTakeFirstOrThrow()
    expect(initials.signed_by_initials).toBe('MS')
    expect((await getConfirmation(agent, policy.policy_no)).isSigned[1].isSigned).toBe(true)
  })

  it('prints the statement to agree to above each field', async () => {
    const policy = await aPolicyToSign()
    const status = await call(agent, `GET /api/v1/documents/policy/${policy.policy_no}`)
    const statements = status.body.payload.policyDocStatus.documentsWithSignatures.flatMap(
      ({ signatures }: { signatures: { docText: string }[] }) => signatures.map(({ docText }) => docText),
    )
    expect(statements.length).toBeGreaterThan(0)
    const { body } = await call(agent, `GET /api/v2/documents/all/${policy.policy_no}`)
    const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '')
    let printed = ''
    for (const { versions } of body.payload as { versions: { link: string }[] }[]) {
      const file = await call(agent, `GET /api/v1/documents/pdf?link=${versions[0]?.link}`)
      printed += (await getPdfLines(new Uint8Array(file.body))).join(' ')
    }
    for (const statement of statements.filter(Boolean))
      expect(withoutSpaces(printed)).toContain(withoutSpaces(statement))
  })

  it('lists each signature with its page number in the signature record', async () => {
    const policy = await aPolicyToSign()
    await post(agent, await signed(agent, policy.policy_no, 1, {}, 'Alex Agent'))
    await post(policy.insured, await signed(policy.insured, policy.policy_no, 2))
    const { body } = await call(agent, `GET /api/v2/documents/all/${policy.policy_no}`)
    const application = body.payload.find((row: { docName: string }) => row.docName === 'Flood Application')
    const [byBoth, byAgent] = application.versions as { link: string }[]
    const record = async (version: { link: string } | undefined) => {
      const file = await call(agent, `GET /api/v1/documents/pdf?link=${version?.link}`)
      const text = (await getPdfLines(new Uint8Array(file.body))).join(' ')
      return text.slice(text.lastIndexOf('Signature record Flood Application'))
    }
    expect(await record(byAgent)).toMatch(/ signed Alex Agent/)
    expect(await record(byAgent)).not.toMatch(/ signed Marina Sample/)
    const last = await record(byBoth)
    expect(last).toMatch(/ signed Alex Agent .* signed Marina Sample/)
    expect(last).toContain(`Signature record of Policy ${policy.policy_no}, page 1 of 1`)
  })

  it('does not commit the Idempotency-Key when it renders a file before the signatures are saved (SYS-3)', async () => {
    const policy = await aPolicyToSign()
    const [document] = await getDocuments(agent, policy.policy_no)
    const markAsCommitted = vi.fn(async () => true)
    const ctx = {
      db,
      now: defaultTestTime,
      providers: { pdf, files },
      keyLock: { isCommitted: false, markAsCommitted },
    }
    expect(await ensureDocumentFile(ctx as never, document?.policyDocVerId ?? '')).toBeDefined()
    expect(markAsCommitted).not.toHaveBeenCalled()
  })

  it('returns 409 and changes nothing for fields that are already signed', async () => {
    const policy = await aPolicyToSign()
    const request = await signed(policy.insured, policy.policy_no, 2)
    const [first, second] = await Promise.all([post(policy.insured, request), post(policy.insured, request)])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    expect(await getCount('signature_images', policy.policy_id)).toBe(2)
    expect(await getCount('audit_log', policy.policy_id)).toBe(1)
  })

  it('returns 403 for the signature fields of the other party [C150]', async () => {
    const policy = await aPolicyToSign()
    for (const [actor, party] of [
      [agent, 2],
      [policy.insured, 1],
    ] as const) {
      const response = await post(actor, await signed(actor, policy.policy_no, party))
      expect(response.status).toBe(403)
    }
    expect(await getCount('signing_events', policy.policy_id)).toBe(0)
  })

  it('returns 403 to staff, who cannot sign [SIGN-2]', async () => {
    const policy = await aPolicyToSign()
    const staff = createStaffActor()
    expect((await post(staff, await signed(staff, policy.policy_no, 2))).status).toBe(403)
  })

  it('returns 422 without consent, but accepts consent given earlier [SIGN-3]', async () => {
    const policy = await aPolicyToSign()
    const request = await signed(policy.insured, policy.policy_no, 2, { consent: undefined })
    expect(await post(policy.insured, request)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'missing_consent' }] },
    })
    const event = { policyNo: policy.policy_no, event: 'consented', consentVersion: '2026-11' }
    expect((await call(policy.insured, 'POST /api/v1/documents/events', { body: event })).status).toBe(201)
    expect((await post(policy.insured, request)).status).toBe(200)
  })

  it('applies consent only to the party that gave it', async () => {
    const policy = await aPolicyToSign()
    const isKept = async (actor: Actor) =>
      (await call(actor, `GET /api/v1/documents/policy/${policy.policy_no}`)).body.payload.hasConsented
    expect(await isKept(policy.insured)).toBe(false)
    const event = { policyNo: policy.policy_no, event: 'consented', consentVersion: '2026-11' }
    await call(policy.insured, 'POST /api/v1/documents/events', { body: event })
    expect([await isKept(policy.insured), await isKept(agent), await isKept(createStaffActor())]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('returns signature field positions only after the document was opened', async () => {
    const policy = await aPolicyToSign()
    const read = async () =>
      (await call(policy.insured, `GET /api/v1/documents/policy/${policy.policy_no}`)).body.payload
    const { policyDocStatus, places } = await read()
    expect(places).toEqual([])
    const [application] = policyDocStatus.documentsWithSignatures
    await call(policy.insured, `GET /api/v1/documents/pdf?link=${application.link}`)
    const known: { policyDocSignatureId: string; page: number; width: number }[] = (await read()).places
    expect(known.map(({ policyDocSignatureId }) => policyDocSignatureId)).toEqual(
      application.signatures.map(({ policyDocSignatureId }: Slot) => policyDocSignatureId),
    )
    expect(known.every(({ page, width }) => page >= 1 && width > 20)).toBe(true)
  })

  it('rejects a missing or overlong name and an invalid image [C120]', async () => {
    const policy = await aPolicyToSign()
    const long = await signed(policy.insured, policy.policy_no, 2, {}, 'N'.repeat(51))
    expect((await post(policy.insured, long)).status).toBe(400)
    const nameless = await signed(policy.insured, policy.policy_no, 2)
    for (const slot of nameless.documentsWithSignatures.flatMap((document) => document.signatures))
      Object.assign(slot, { signedByName: null })
    expect((await post(policy.insured, nameless)).status).toBe(422)
    const broken = await signed(policy.insured, policy.policy_no, 2)
    for (const slot of broken.documentsWithSignatures.flatMap((document) => document.signatures))
      slot.signedImage = 'data:image/png;base64,iVBORw0KGgo='
    expect(await post(policy.insured, broken)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'invalid_image' }] },
    })
    expect(await getCount('signing_events', policy.policy_id)).toBe(0)
  })

  it('accepts drawn signatures in New York after the ELANY notice is accepted [C123]', async () => {
    const policy = await aPolicyToSign({ state: 'NY', city: 'Albany', zip: '12207' })
    for (const [actor, party] of [
      [agent, 1],
      [policy.insured, 2],
    ] as const) {
      const documents = await getDocuments(actor, policy.policy_no)
      // As on the screen, the checkbox can be checked only if a document requires the notice.
      const elanyNoticeAccepted = documents.some(({ requiresElanyNotice }) => requiresElanyNotice)
      const request = await signed(actor, policy.policy_no, party, { elanyNoticeAccepted })
      expect((await post(actor, request)).status).toBe(200)
    }
  })

  it('requires the ELANY notice in New York for drawn, but not typed, signatures [C123] [SIGN-6]', async () => {
    const policy = await aPolicyToSign({ state: 'NY', city: 'Albany', zip: '12207' }, 3)
    const request = await signed(policy.insured, policy.policy_no, 2)
    expect(await post(policy.insured, request)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'missing_elany_notice' }] },
    })
    expect((await post(policy.insured, { ...request, elanyNoticeAccepted: true })).status).toBe(200)
    const typed = await aPolicyToSign({ state: 'NY', city: 'Albany', zip: '12207' })
    const text = await signed(typed.insured, typed.policy_no, 2, { useTextSignature: true })
    expect((await post(typed.insured, text)).status).toBe(200)
  })
})

describe('document access', () => {
  it('returns a document to the parties and 404 to other users [D126] [D318] [P285]', async () => {
    const policy = await aPolicyToSign()
    const list = await call(policy.insured, `GET /api/v1/documents/pdfs/${policy.policy_no}`)
    expect(list.body.payload.map((row: { docName: string }) => row.docName).sort()).toEqual([
      'DecPage',
      'Diligent Effort Affidavit',
      'Flood Application',
      'Policy',
    ])
    for (const { link } of list.body.payload) {
      const first = await call(policy.insured, `GET /api/v1/documents/pdf?link=${link}`)
      expect(first.status).toBe(200)
      expect(new TextDecoder('latin1').decode(first.body.slice(0, 5))).toBe('%PDF-')
      const again = await call(agent, `GET /api/v1/documents/pdf?link=${link}`)
      expect(again.body).toEqual(first.body)
      expect(
        (await call(createAgentActor(await insertAgency(db)), `GET /api/v1/documents/pdf?link=${link}`)).status,
      ).toBe(404)
    }
    expect((await call(agent, 'GET /api/v1/documents/pdf?link=../../etc/passwd')).status).toBe(404)
  })

  it('is restricted in California until CAD1 is signed, except for staff [DOC-3] [D233] [D237]', async () => {
    const policy = await aPolicyToSign({ state: 'CA', city: 'Fresno', zip: '93721' })
    const closed = 'Document access restricted until CAD1 form is signed by insured.'
    const restrictions = async (actor: Actor) => {
      const { body } = await call(actor, `GET /api/v1/documents/all/${policy.policy_no}`)
      return body.payload
        .filter((row: { restriction: string }) => row.restriction)
        .map((row: { docName: string }) => row.docName)
    }
    expect(await restrictions(agent)).toEqual(expect.arrayContaining(['Policy', 'DecPage']))
    expect(await restrictions(createStaffActor())).toEqual([])
    const staffList = await call(createStaffActor(), `GET /api/v1/documents/pdfs/${policy.policy_no}`)
    const decPage = staffList.body.payload.find((row: { docName: string }) => row.docName === 'DecPage')
    expect(await call(agent, `GET /api/v1/documents/pdf?link=${decPage.link}`)).toMatchObject({
      status: 403,
      body: { message: closed },
    })
    await post(policy.insured, await signed(policy.insured, policy.policy_no, 2))
    expect(await restrictions(agent)).toEqual([])
    expect((await call(agent, `GET /api/v1/documents/pdf?link=${decPage.link}`)).status).toBe(200)
  })
})

describe('signing record after an email address change', () => {
  it('lists email address changes from the last 30 days, including who made and confirmed each', async () => {
    const policy = await aPolicyToSign()
    const staff = await insertAccount(db)
    const second = await insertAccount(db)
    const day = 86_400_000
    const change = (new_email: string, ageMs: number, more = {}) => ({
      ...{ identity_id: policy.identity_id, previous_email: 'before@example.com', new_email },
      ...{ trusted_email: 'before@example.com', changed_at: new Date(defaultTestTime.getTime() - ageMs) },
      ...{ changed_by_account_id: staff.account_id, changed_by_name: 'Sam Staff', ...more },
    })
    const confirmation = {
      ...{
        confirmed_at: defaultTestTime,
        confirmed_via: 'phone' as const,
        confirmed_by_account_id: second.account_id,
      },
      ...{ confirmed_by_name: 'Kim Second', confirmation_reason: 'Called.', confirmation_reference: 'CALL-17' },
    }
    for (const row of [change('old@example.com', 31 * day), change('new@example.com', 29 * day, confirmation)])
      await db.insertInto('insured_email_changes').values(row).execute()
    const response = await post(policy.insured, await signed(policy.insured, policy.policy_no, 2))
    expect(response.status).toBe(200)

    const trail = (await call(agent, `GET /api/v1/documents/events/${policy.policy_no}`)).body.payload
    const reason = 'before@example.com to new@example.com. Confirmed by phone by Kim Second (CALL-17).'
    expect(trail.filter((entry: { event: string }) => entry.event === 'emailChanged')).toMatchObject([
      { name: 'Sam Staff', party: null, reason },
    ])

    const list = await call(policy.insured, `GET /api/v1/documents/pdfs/${policy.policy_no}`)
    const signedDocument = list.body.payload.find((row: { docName: string }) => row.docName === 'Flood Application')
    const pdfOfRecord = await call(policy.insured, `GET /api/v1/documents/pdf?link=${signedDocument.link}`)
    const text = (await getPdfLines(new Uint8Array(pdfOfRecord.body))).join(' ').replaceAll(/\s+/g, '')
    // The text of a table row is extracted line by line, which mixes its columns.
    for (const part of [
      'before@example.com',
      'new@example.com',
      'SamStaff(staff)',
      'Confirmedbyphone',
      'KimSecond',
      '(CALL-17)',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('old@example.com')
  })
})

describe('state-required documents', () => {
  it.each([
    ['KY', 'NB', 'SL Notice is signed by insured', [2], 'D234'],
    ['MA', 'NB', 'BR7 form is signed by insured and agent', [1, 2], 'D235'],
    ['MA', 'RN', 'BR7 form is signed by insured and agent', [1, 2], 'D235'],
  ] as const)(
    'restrict access to %s %s policies until %s (parties %j), except for staff [%s]',
    async (state, original, words, parties, _id) => {
      const policy = await aPolicyToSign({ state, original_trans_type: original })
      const papers = await call(createStaffActor(), `GET /api/v1/documents/pdfs/${policy.policy_no}`)
      const { link } = papers.body.payload.find((row: { docName: string }) => row.docName === 'DecPage')
      const open = (actor: Actor) => call(actor, `GET /api/v1/documents/pdf?link=${link}`)
      expect((await open(createStaffActor())).status).toBe(200)
      for (const party of parties) {
        expect(await open(agent)).toMatchObject({
          status: 403,
          body: { message: `Document access restricted until ${words}.` },
        })
        const signer = party === 1 ? agent : policy.insured
        expect((await post(signer, await signed(signer, policy.policy_no, party))).status).toBe(200)
      }
      expect((await open(agent)).status).toBe(200)
    },
  )
})

describe('recordPastSignatures', () => {
  it('marks documents as signed and renders each file when it is opened', async () => {
    const policy = await aPolicyToSign()
    for (const [party, name] of [
      [1, 'Alex Agent'],
      [2, 'Marina Sample'],
    ] as const)
      await db
        .transaction()
        .execute((trx) =>
          recordPastSignatures(trx, { policyId: policy.policy_id, at: defaultTestTime, signers: [{ party, name }] }),
        )
    const confirmation = await getConfirmation(agent, policy.policy_no)
    expect(confirmation.isSigned.map((entry: { isSigned: boolean }) => entry.isSigned)).toEqual([true, true])
    const { body } = await call(agent, `GET /api/v2/documents/all/${policy.policy_no}`)
    const application = body.payload.find((row: { docName: string }) => row.docName === 'Flood Application')
    expect(application.versions).toHaveLength(3)
    expect((await call(agent, `GET /api/v1/documents/pdf?link=${application.versions[0].link}`)).status).toBe(200)
  })
})

describe('saveSignedFlag', () => {
  const flag = (actor: Actor, body: object) => call(actor, 'PUT /api/v1/documents/signedFlag', { body })

  it('lets only staff record or remove a paper signature [D153] [D314]', async () => {
    const policy = await aPolicyToSign()
    const [application] = await getDocuments(agent, policy.policy_no)
    const body = { PolicyNo: policy.policy_no, PolicyDocId: application?.policyDocId, Parties: [2], setFlag: true }
    expect((await flag(agent, body)).status).toBe(403)
    expect((await flag(createStaffActor('readonly'), body)).status).toBe(403)
    const set = await flag(createStaffActor(), body)
    expect(set.body.payload.documentsWithSignatures[0].signatures[1].signedByName).toBe('Marina Sample')
    expect((await getConfirmation(agent, policy.policy_no)).isSigned[1].isSigned).toBe(true)
    await flag(createStaffActor(), { ...body, setFlag: false })
    expect((await getConfirmation(agent, policy.policy_no)).isSigned[1].isSigned).toBe(false)
    expect(await getCount('audit_log', policy.policy_id)).toBe(2)
  })

  it('returns 409 if staff try to remove an electronic signature', async () => {
    const policy = await aPolicyToSign()
    await post(policy.insured, await signed(policy.insured, policy.policy_no, 2))
    const [application] = await getDocuments(agent, policy.policy_no)
    const body = { PolicyNo: policy.policy_no, PolicyDocId: application?.policyDocId, Parties: [2], setFlag: false }
    expect((await flag(createStaffActor(), body)).status).toBe(409)
  })
})

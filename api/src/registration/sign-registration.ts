import type { RegistrationForm, RegistrationSignature } from '@tideline/sdk/types'
import { Party } from '@tideline/sdk/words'
import { writeAuditEntry } from '../audit/audit.ts'
import { formatDateTime, formatUsDate } from '../calendar/format-date.ts'
import { saveSignedDocument } from '../documents/agency-documents.ts'
import { recordStoredFile } from '../documents/document-file.ts'
import { type RenderedFiles, withRenderedFiles } from '../documents/rendered-files.ts'
import { createForbiddenError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { formatAddressLine } from '../providers/addresses/suggestion.ts'
import type { SignatureStamp } from '../providers/pdf/stamp.ts'
import { readSettings } from '../settings/settings.ts'
import { parseSignatureImage } from '../signing/signature-image.ts'
import { registrationAgreements, registrationConsent } from './agreements.ts'
import { createRegistrationSignedError, lockAgencyRegistration, readRegistration } from './registration.ts'
import {
  addRegistrationEvent,
  areAgreementsSigned,
  type getRegistrationAgreements,
  getRegistrationEvents,
  signAgreement,
} from './store.ts'

type PaperRow = Awaited<ReturnType<typeof getRegistrationAgreements>>[number]

interface Signing {
  agencyId: string
  agencyNo: string
  form: RegistrationForm
  accountId: string
  name: string
  image: Uint8Array
}

/** Returns the agency details that are printed at the top of each agreement. */
const getAgencyDetails = ({ agencyNo, form }: Signing): [string, string][] => [
  ['Agency', `${form.company} (${agencyNo})`],
  ['Address', formatAddressLine(form)],
  ['Tax ID', form.taxId ?? ''],
  ['Licenses', form.licenses.map(({ state, licenseNo }) => `${state} ${licenseNo}`).join(', ')],
  ['Errors and omissions', `${form.eoInsurer} ${form.eoPolicyNumber}, until ${formatUsDate(form.eoExpiration ?? '')}`],
  ['Bank', `${form.bankName}, account ${form.bankAccountNo}`],
]

/**
 * Renders an agreement and stamps the signature into it. The last page is the signing record. Stores the file with its
 * hash. Returns undefined if the agreement must be rendered first.
 */
async function stampAgreement(ctx: TransactionContext, signing: Signing, row: PaperRow, rendered: RenderedFiles) {
  const { agencyId, agencyNo, name, image } = signing
  const paper = registrationAgreements.find(({ kind }) => kind === row.kind)
  if (!paper) throw new Error(`There is no paper ${row.kind}.`)
  const reference = `Agency ${agencyNo}`
  const notice = {
    ...{ title: row.doc_name, reference, facts: getAgencyDetails(signing), issuedAt: ctx.now },
    paragraphs: row.doc_text.split('\n\n'),
    signers: [{ party: Party.agent, kind: 'signature' as const }],
  }
  const signedAt = formatDateTime(ctx.now)
  await addRegistrationEvent(ctx, { agencyId, event: 'signed', paperId: row.registration_doc_id, details: { name } })
  const events = await getRegistrationEvents(ctx.db, agencyId, row.registration_doc_id)
  const audit = {
    ...{ documentName: row.doc_name, reference },
    events: events.map(({ occurred_at, event, actor_name, ip }) => ({
      ...{ at: formatDateTime(occurred_at), what: event, who: actor_name, from: ip ?? '' },
      how: event === 'sent' ? '' : 'Agency account',
    })),
  }
  const content = await rendered.get({ notice, audit, name, image: [...image] }, async () => {
    const { files, pdf } = ctx.providers
    const form = await pdf.notice(notice)
    const stamps = form.placements.map(
      ({ page, x, y, width, height }): SignatureStamp => ({ page, x, y, width, height, name, signedAt, image }),
    )
    const stamped = await pdf.stampSignatures(form.bytes, stamps, audit)
    return { sha256Before: form.sha256, stored: await files.put(stamped.bytes, 'application/pdf') }
  })
  if (!content) return undefined
  const { sha256Before } = content
  const { fileId, sha256 } = await recordStoredFile(ctx.db, content.stored)
  const { fileName, docTypeId } = paper
  const kept = await saveSignedDocument(ctx, signing, { name: fileName, docTypeId, fileId, sha256 })
  await signAgreement(ctx.db, row.registration_doc_id, {
    ...{ signed_by_account: signing.accountId, signed_by_name: name, signed_at: ctx.now },
    ...{ sha256_before: sha256Before, sha256_after: sha256, document_name: kept },
  })
  return { document: row.doc_name, sha256Before, sha256After: sha256 }
}

/**
 * Signs all agreements of a registration with one signature, for the caller's own agency. Uses one transaction, so only
 * one of two concurrent requests succeeds.
 * @throws {ApiError} 404 if the agency is not visible to the caller; 403 if it is a sub-agency of the agent's agency;
 * 409 if it has already signed; 422 if fields are missing, the consent is outdated or the signature is blank
 */
export const signRegistration = (ctx: Ctx, agencyNo: string, signature: RegistrationSignature): Promise<void> =>
  withRenderedFiles(ctx, (files) => signWithFiles(ctx, agencyNo, signature, files))

const signWithFiles = (
  ctx: Ctx,
  agencyNo: string,
  input: RegistrationSignature,
  rendered: RenderedFiles,
): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const { agency, rows } = await lockAgencyRegistration(ctx, agencyNo)
    const accountId = getAccountId(ctx.actor)
    if (!accountId) throw createForbiddenError()
    if (rows.length === 0)
      throw createUnprocessableError('nothing_to_sign', 'The agency has no agreements to sign. Request a link first.')
    if (areAgreementsSigned(rows)) throw createRegistrationSignedError()
    const { version } = registrationConsent
    if (input.consentVersion !== version)
      throw createUnprocessableError(
        'consent_outdated',
        'consentVersion: the consent text has changed. Please read it again.',
        'consentVersion',
      )
    const { form, missing } = await readRegistration(ctx, agencyNo)
    const [gap] = missing
    if (gap) throw createUnprocessableError('missing_answers', `${gap.field}: ${gap.message}`, gap.field)
    const { agency_id: agencyId, company } = agency
    const [name, image] = [input.signedByName.trim(), await parseSignatureImage(input.signedImage)]
    await addRegistrationEvent(ctx, { agencyId, event: 'consented', details: { version } })
    const files = []
    for (const row of rows)
      files.push(await stampAgreement(ctx, { agencyId, agencyNo, form, accountId, name, image }, row, rendered))
    rendered.requireAll()
    await addRegistrationEvent(ctx, { agencyId, event: 'completed' })
    const { supportEmail } = await readSettings(ctx.db, ctx.now)
    await enqueueEmail(ctx.db, {
      to: supportEmail,
      template: 'agency-registered',
      values: {
        ...{ company, agencyNo, signedByName: name },
        link: `${getPublicUrl(ctx.config)}/admin/agencies/${agencyNo}/show/registration`,
      },
    })
    await writeAuditEntry(ctx, {
      action: 'agencyRegistration.sign',
      entity: 'agency',
      entityId: agencyNo,
      details: { name, files },
    })
  })

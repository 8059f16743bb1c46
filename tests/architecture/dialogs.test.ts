import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PolicyAction } from '@tideline/api/policy/can/can.ts'
import { actions } from '@tideline/api/policy/can/can.ts'
import { describe, expect, it } from 'vitest'

const portal = join(import.meta.dirname, '../../portal-web/src')
const browser = import.meta.dirname.replace(/architecture$/, 'browser')

/** The rooms of the policy page. */
const rooms = [
  ...['agency', 'cancellation', 'claims', 'documents', 'endorsements', 'lienholders', 'lifecycle', 'payments'],
  ...['policy', 'timeline', 'transactions'],
]

/** A test by its file and a part of its title. */
type Proof = readonly [file: string, title: string]
interface Dialog {
  /** What `can` says about it; the API's own test tries each of these for every viewer (api/src/one-door.api.test.ts). */
  actions: readonly PolicyAction[]
  done: Proof
  failed: Proof
  /** What it waits for, or refuses, before it is sent; none where nothing has to be filled in. */
  notYet: Proof | null
}
/** It only shows something, asks a question of another dialog, or is a part of one. */
type Shows = `shows: ${string}` | `part of ${string}`

const agency = 'agency/Agency.card.browser.test.tsx'
const choice = 'endorsements/EndorsementChoiceDialog.browser.test.tsx'
const cancelButton = 'cancellation/CancelButton.browser.test.tsx'
const wizard = 'cancellation/CancelWizard.browser.test.tsx'
const claims = 'claims.spec.ts'
const documents = 'documents/Documents.card.browser.test.tsx'
const lienholders = 'lienholders.spec.ts'
const inception = 'lifecycle/InceptionDate.browser.test.tsx'
const lifecycle = 'lifecycle.spec.ts'
const methods = 'payments/PaymentMethods.browser.test.tsx'
const payments = 'payments/Payments.browser.test.tsx'
const refused = 'policy/dialogs.browser.test.tsx'
const page = 'policy/PolicyPage.browser.test.tsx'
const email = 'policy/InsuredEmail.browser.test.tsx'
const timeline = 'timeline.spec.ts'
const transactions = 'transactions/Transactions.card.browser.test.tsx'
const staysOpen = '%s that is refused stays open and says why'

const dialogs: Record<string, Dialog | Shows> = {
  'agency/ChangeAgencyDialog.tsx': {
    actions: ['changeAgency', 'changeProducerName'],
    done: [agency, 'says "%s" [P374]'],
    failed: [agency, 'closes its form when it fails, and says so'],
    notYet: [agency, 'waits for a number and a reason'],
  },
  'cancellation/CancelDialog.tsx': {
    actions: ['cancel'],
    done: [cancelButton, 'is confirmed: that asks for it once'],
    failed: [cancelButton, 'under the title Error, for %i with %s, and keeps what was typed'],
    notYet: [cancelButton, 'take a date between the earliest and the latest'],
  },
  'cancellation/CancelWizard.tsx': {
    actions: ['cancel', 'uploadDocuments', 'sign'],
    done: [wizard, 'then posts the signatures once'],
    failed: [wizard, 'goes on where an upload fails, and lists what failed'],
    notYet: [wizard, 'keeps Cancel Policy back until the request is signed'],
  },
  'cancellation/ConfirmCancel.tsx': 'part of cancellation/CancelDialog.tsx',
  'cancellation/GuidanceDialog.tsx': 'shows: where to turn to',
  'cancellation/WizardFrame.tsx': 'part of cancellation/CancelWizard.tsx',
  'claims/ClaimDialog.tsx': {
    actions: ['reportClaim'],
    done: [claims, 'staff report, edit and delete a claim'],
    failed: [refused, staysOpen],
    notYet: [claims, 'staff report, edit and delete a claim'],
  },
  'claims/ClaimFilesDialog.tsx': 'shows: the files of a claim, with what adds and deletes them',
  'claims/DeleteClaim.tsx': {
    actions: [],
    done: [claims, 'staff report, edit and delete a claim'],
    failed: [claims, 'failures are told'],
    notYet: null,
  },
  'documents/CertificateDialog.tsx': {
    actions: ['reviewElevationCertificate'],
    done: [documents, 'is reviewed beside the elevation'],
    failed: [documents, 'that could not be decided says so, and can be sent again'],
    notYet: null,
  },
  'documents/DeleteDocument.tsx': {
    actions: ['deleteDocuments'],
    done: [documents, 'says when it is done [D370]'],
    failed: [documents, 'says when it failed [D370]'],
    notYet: null,
  },
  'documents/SignedCell.tsx': {
    actions: ['toggleSigned'],
    done: [documents, 'is marked and taken back by staff, and the page is read again'],
    failed: [documents, 'is marked and taken back by staff, and the page is read again'],
    notYet: null,
  },
  'documents/UploadDialog.tsx': {
    actions: ['uploadDocuments'],
    done: ['documents.spec.ts', 'documents are queued with type and name, uploaded, and deleted by staff'],
    failed: [documents, 'says which file is on the policy already'],
    notYet: [documents, 'starts each file with its name and the kind Supporting Documents, and wants both'],
  },
  'documents/UploadFailures.tsx': 'part of documents/UploadDialog.tsx',
  'endorsements/BindDialog.tsx': {
    actions: ['endorse', 'internalEndorse', 'endorseMandatory'],
    done: ['endorsements.spec.ts', 'see the price and bind it'],
    failed: [refused, staysOpen],
    notYet: null,
  },
  'endorsements/EndorsementChoiceDialog.tsx': {
    actions: ['internalEndorse', 'endorseMandatory'],
    done: ['endorsements.spec.ts', 'an internal endorsement is chosen, dated and opened in a new tab'],
    failed: [choice, 'that is refused stays, closes the tab that it had opened'],
    notYet: [choice, 'starts EBM with the inception date, which is not cleared, and stays within a year'],
  },
  'endorsements/EndorsementKinds.tsx': 'part of endorsements/EndorsementChoiceDialog.tsx',
  'lienholders/EntryDialog.tsx': 'part of lienholders/LienholderDialog.tsx',
  'lienholders/LienholderDialog.tsx': {
    actions: ['editLienholders', 'endorse'],
    done: [lienholders, 'staff change a lienholder: confirm, edit, save and bind'],
    failed: [lienholders, 'a lienholder that cannot be changed'],
    notYet: [lienholders, 'staff change a lienholder: confirm, edit, save and bind'],
  },
  'lifecycle/FinalizeDialog.tsx': {
    actions: ['finalizeCancel'],
    done: [lifecycle, 'staff finalize a cancellation and reinstate the policy'],
    failed: [refused, staysOpen],
    notYet: null,
  },
  'lifecycle/InceptionDateDialog.tsx': {
    actions: ['changeInceptionDate'],
    done: [inception, 'is told with the number of the new policy, and nothing can be sent again'],
    failed: [inception, 'stays when the server refuses, in whose words it is told'],
    notYet: [inception, 'lies in the window that the server gives'],
  },
  'lifecycle/NoteDialog.tsx': 'part of lifecycle/NonRenewDialog.tsx',
  'lifecycle/NonRenewDialog.tsx': {
    actions: ['nonRenew'],
    done: [lifecycle, 'staff let an earthquake policy end with its term'],
    failed: [refused, staysOpen],
    notYet: [lifecycle, 'staff let an earthquake policy end with its term'],
  },
  'lifecycle/TakeBackNonRenewalDialog.tsx': {
    actions: ['takeBackNonRenewal'],
    done: [refused, 'a non-renewal is taken back with a note, and never without one'],
    failed: [refused, staysOpen],
    notYet: [refused, 'a non-renewal is taken back with a note, and never without one'],
  },
  'lifecycle/ReinstateDialog.tsx': {
    actions: ['reinstate'],
    done: [page, 'is reinstated without telling anybody unless it is switched on'],
    failed: [refused, staysOpen],
    notYet: null,
  },
  'payments/ApplyCheckDialog.tsx': {
    actions: ['applyCheck'],
    done: [payments, 'says when it is done [C211]'],
    failed: [payments, 'says when it failed, and waits meanwhile'],
    notYet: ['payments/CheckForm.browser.test.tsx', 'waits with its button until %s is filled'],
  },
  'payments/RemoveMethodDialog.tsx': {
    actions: ['removePaymentMethod'],
    done: [methods, 'removes the default one, and says so'],
    failed: [methods, 'says when it failed [C222]'],
    notYet: null,
  },
  'payments/TransferDialog.tsx': {
    actions: ['transferPayment'],
    done: [payments, 'says when it is done, and starts anew the next time'],
    failed: [payments, 'tells an error under the title Error'],
    notYet: [payments, 'waits for a recipient and an amount above 0'],
  },
  'payments/UpdateMethodDialog.tsx': {
    actions: ['updatePaymentMethod'],
    done: [methods, 'makes another kept method the default, and says so'],
    failed: [methods, 'says when it failed [C219]'],
    notYet: [methods, 'asks again with the new fee when it has changed meanwhile'],
  },
  'policy/ChangeEmailDialog.tsx': {
    actions: ['changeInsuredEmail'],
    done: [email, 'changes in a dialog that says who is notified and that codes start in 72 hours'],
    failed: [email, 'stays in the dialog with the reason when the server refuses'],
    notYet: null,
  },
  'policy/ConfirmEmailDialog.tsx': {
    actions: ['changeInsuredEmail'],
    done: [email, 'is confirmed by phone with a reason and a reference'],
    failed: [email, 'keeps the confirmation open with the reason when the server rejects it'],
    notYet: [email, 'is confirmed by phone with a reason and a reference'],
  },
  'policy/NotificationsDialog.tsx': 'shows: what was written to the insured',
  'policy/ResendLinkDialog.tsx': {
    actions: ['resendLink', 'copyInsuredLink'],
    done: [page, 'goes to the address on file where none is given'],
    failed: [page, 'tells a failure in a box of its own'],
    notYet: [page, 'takes another address, which must be one'],
  },
  'timeline/NoteItem.tsx': {
    actions: ['addNote'],
    done: [timeline, 'staff read the timeline by kind and write, edit and delete a note'],
    failed: ['timeline/TimelinePanel.browser.test.tsx', 'says in the question why a note cannot be deleted'],
    notYet: null,
  },
  'timeline/TimelinePanel.tsx': {
    actions: ['addNote', 'addCallLog'],
    done: [timeline, 'staff log a call with everything about it'],
    failed: ['timeline/TimelinePanel.browser.test.tsx', 'keeps a note that is refused'],
    notYet: [timeline, 'staff log a call with everything about it'],
  },
  'transactions/EndorsementDialog.tsx': 'shows: what an endorsement changed',
  'transactions/ReverseDialog.tsx': {
    actions: ['reverseEndorsement'],
    done: [transactions, 'shows first what it gives back, waits for a reason, and says when it is done'],
    failed: [transactions, 'that is refused stays, says why in the server’s words'],
    notYet: [transactions, 'shows first what it gives back, waits for a reason, and says when it is done'],
  },
}

const isDialog = (source: string) =>
  /<(FormDialog|NoteDialog|NoticeDialog|ConfirmDialog|Dialog|WizardFrame)\b[^>]/.test(source)
const found = rooms.flatMap((room) =>
  readdirSync(join(portal, room))
    .filter((file) => file.endsWith('.tsx') && !/\.test\.tsx$|^testing/.test(file))
    .map((file) => `${room}/${file}`)
    .filter((file) => isDialog(readFileSync(join(portal, file), 'utf8'))),
)
/** Steps of the cancel wizard stand in its frame, and the entry of its button opens it. */
const steps = ['cancellation/ReasonStep.tsx', 'cancellation/SignRequestStep.tsx', 'cancellation/UploadStep.tsx']

const getSource = (file: string) => readFileSync(join(file.endsWith('.spec.ts') ? browser : portal, file), 'utf8')
const isWhole = (entry: Dialog | Shows): entry is Dialog => typeof entry === 'object'

describe('the dialogs of the policy page', () => {
  it('are all in the table', () => {
    expect(found.filter((file) => !steps.includes(file)).toSorted()).toEqual(Object.keys(dialogs).toSorted())
  })

  it.each(Object.entries(dialogs).filter(([, entry]) => isWhole(entry)) as [string, Dialog][])(
    '%s has a test of its success, of its failure and of what it waits for',
    (_, { done, failed, notYet }) => {
      for (const proof of [done, failed, notYet]) if (proof) expect(getSource(proof[0])).toContain(proof[1])
    },
  )

  it('leave out no action that a dialog could do', () => {
    const done = new Set(Object.values(dialogs).flatMap((entry) => (isWhole(entry) ? entry.actions : [])))
    const others = (Object.keys(actions) as PolicyAction[]).filter((action) => !done.has(action))
    expect(others).toEqual([
      // The wizard that signs and pays is another screen; so is the decision about held money. The rest only opens something.
      ...['pay', 'skipToPayment', 'billToMortgagee', 'cancelThroughSupport', 'decideReview'],
      ...['viewNotifications', 'viewTimeline'],
    ])
  })
})

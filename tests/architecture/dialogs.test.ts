import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PolicyAction } from '@tideline/api/policy/can/policy-actions.ts'
import { policyActions } from '@tideline/api/policy/can/policy-actions.ts'
import { describe, expect, it } from 'vitest'

const portal = join(import.meta.dirname, '../../portal-web/src')
const browser = import.meta.dirname.replace(/architecture$/, 'browser')

/** The areas of the policy page. */
const areas = [
  ...[
    'agency',
    'cancellation',
    'claims',
    'contact',
    'documents',
    'endorsements',
    'lienholders',
    'lifecycle',
    'payments',
  ],
  ...['policy', 'timeline', 'transactions'],
]

/** A test, identified by its file and a part of its title. */
type Proof = readonly [file: string, title: string]
interface Dialog {
  /**
   * Policy actions that the dialog performs. An API test checks, for each action, which viewers can perform it
   * (api/src/policy-permissions.api.test.ts).
   */
  actions: readonly PolicyAction[]
  done: Proof
  failed: Proof
  /** Test of the dialog's input validation. Null if the dialog has no input. */
  notYet: Proof | null
}
/** Dialog that only displays data, or that is part of another dialog. */
type NonActionDialog = `shows: ${string}` | `part of ${string}`

const agency = 'agency/Agency.card.browser.test.tsx'
const choice = 'endorsements/EndorsementChoiceDialog.browser.test.tsx'
const autoPay = 'payments/AutoPay.browser.test.tsx'
const cancelButton = 'cancellation/CancelButton.browser.test.tsx'
const wizard = 'cancellation/CancelWizard.browser.test.tsx'
const claims = 'claims.spec.ts'
const documents = 'documents/Documents.card.browser.test.tsx'
const lienholders = 'lienholders.spec.ts'
const inception = 'lifecycle/InceptionDate.browser.test.tsx'
const lifecycle = 'lifecycle.spec.ts'
const methods = 'payments/PaymentMethods.browser.test.tsx'
const payments = 'payments/Payments.browser.test.tsx'
const dialogsTest = 'policy/dialogs.browser.test.tsx'
const page = 'policy/PolicyPage.browser.test.tsx'
const email = 'policy/InsuredEmail.browser.test.tsx'
const contact = 'contact/OwnContact.browser.test.tsx'
const timeline = 'timeline.spec.ts'
const transactions = 'transactions/Transactions.card.browser.test.tsx'
const staysOpen = 'keeps a policy dialog open and shows the reason when %s is rejected'

const dialogs: Record<string, Dialog | NonActionDialog> = {
  'agency/ChangeAgencyDialog.tsx': {
    actions: ['changeAgency', 'changeProducerName'],
    done: [agency, 'shows "%s" after the agency or producer changes [P374] [D362]'],
    failed: [agency, 'closes and shows %s when the change fails'],
    notYet: [agency, 'disables Update while the agency number or the notes are blank'],
  },
  'cancellation/CancelDialog.tsx': {
    actions: ['cancel'],
    done: [cancelButton, 'submits one request with reason 13 and opens the wizard at the signature'],
    failed: [
      cancelButton,
      'shows an Error dialog [%s] "%s" for status %i with server message "%s" and keeps the notes',
    ],
    notYet: [cancelButton, "accepts only dates between the reason's earliest and latest date"],
  },
  'cancellation/CancelWizard.tsx': {
    actions: ['cancel', 'uploadDocuments', 'sign'],
    done: [wizard, 'then posts the signatures once'],
    failed: [wizard, 'continues after a failed upload and lists the failed files in the dialog'],
    notYet: [wizard, 'disables Cancel Policy until the request is signed, then posts the signatures once'],
  },
  'cancellation/ConfirmCancelDialog.tsx': 'part of cancellation/CancelDialog.tsx',
  'cancellation/GuidanceDialog.tsx': 'shows: where to turn to',
  'cancellation/WizardFrame.tsx': 'part of cancellation/CancelWizard.tsx',
  'claims/ClaimDialog.tsx': {
    actions: ['reportClaim'],
    done: [claims, 'lets staff report, edit and delete a claim'],
    failed: [dialogsTest, staysOpen],
    notYet: [claims, 'lets staff report, edit and delete a claim'],
  },
  'claims/ClaimFilesDialog.tsx': 'shows: the files of a claim, with what adds and deletes them',
  'claims/DeleteClaimButton.tsx': {
    actions: [],
    done: [claims, 'lets staff report, edit and delete a claim'],
    failed: [claims, 'lets agents report claims in a form without staff fields, and shows errors'],
    notYet: null,
  },
  'contact/ChangeMailingAddressDialog.tsx': {
    actions: ['changeOwnMailingAddress'],
    done: [contact, 'sends the new address and explains that the property address is not changed'],
    failed: [contact, 'stays open and shows why the address was rejected'],
    notYet: [contact, 'waits for the list of states'],
  },
  'contact/ChangeOwnEmailDialog.tsx': {
    actions: [],
    done: [contact, 'sends a code to the new address and changes the address with it'],
    failed: [contact, 'shows why a code was rejected, and lets the policyholder use another address'],
    notYet: null,
  },
  'contact/ChangePhoneDialog.tsx': {
    actions: [],
    done: [contact, 'sends the new number'],
    failed: [contact, 'stays open and shows why the number was rejected'],
    notYet: null,
  },
  'contact/ConfirmIdentityDialog.tsx': 'part of contact/ChangeOwnEmailDialog.tsx',
  'documents/CertificateDialog.tsx': {
    actions: ['reviewElevationCertificate'],
    done: [documents, 'is compared with the elevation on the policy'],
    failed: [documents, 'shows an error and allows a retry if the review decision fails'],
    notYet: null,
  },
  'documents/DeleteDocumentButton.tsx': {
    actions: ['deleteDocuments'],
    done: [documents, 'shows a confirmation after the document is deleted [D370]'],
    failed: [documents, 'shows an error when the deletion fails [D370]'],
    notYet: null,
  },
  'documents/SignedCell.tsx': {
    actions: ['toggleSigned'],
    done: [documents, 'can be recorded by staff, and stays if the server rejects the removal'],
    failed: [documents, 'can be recorded by staff, and stays if the server rejects the removal'],
    notYet: null,
  },
  'documents/UploadDialog.tsx': {
    actions: ['uploadDocuments'],
    done: ['documents.spec.ts', 'lets staff queue documents with type and name, upload them, and delete them'],
    failed: [documents, 'shows the name of a file that was already uploaded'],
    notYet: [documents, "prefills each file's name and the type Supporting Documents, and requires both"],
  },
  'documents/UploadFailures.tsx': 'part of documents/UploadDialog.tsx',
  'endorsements/BindDialog.tsx': {
    actions: ['endorse', 'internalEndorse', 'endorseMandatory'],
    done: ['endorsements.spec.ts', 'lets staff increase a coverage limit, add a lienholder, see the price, and bind'],
    failed: [dialogsTest, staysOpen],
    notYet: null,
  },
  'endorsements/EndorsementChoiceDialog.tsx': {
    actions: ['internalEndorse', 'endorseMandatory'],
    done: ['endorsements.spec.ts', 'lets staff open an internal endorsement of a selected type and date in a new tab'],
    failed: [choice, 'stays open, closes the new tab, and shows why the request was rejected'],
    notYet: [choice, 'limits EBM dates to one year from inception and keeps the selected date'],
  },
  'endorsements/EndorsementTypeDialog.tsx': 'part of endorsements/EndorsementChoiceDialog.tsx',
  'lienholders/LienholderFormDialog.tsx': 'part of lienholders/LienholderDialog.tsx',
  'lienholders/LienholderDialog.tsx': {
    actions: ['editLienholders', 'endorse'],
    done: [lienholders, 'lets staff edit, save and bind a lienholder change after confirmation'],
    failed: [lienholders, 'shows an error when a lienholder change fails'],
    notYet: [lienholders, 'lets staff edit, save and bind a lienholder change after confirmation'],
  },
  'lifecycle/FinalizeCancellationDialog.tsx': {
    actions: ['finalizeCancel'],
    done: [lifecycle, 'lets staff finalize a cancellation and reinstate the policy'],
    failed: [dialogsTest, staysOpen],
    notYet: null,
  },
  'lifecycle/InceptionDateDialog.tsx': {
    actions: ['changeInceptionDate'],
    done: [inception, 'is shown with the new policy number after the change'],
    failed: [inception, 'is not changed if the server rejects the request with a message'],
    notYet: [inception, "accepts dates in the server's range, and additional dates with Immediate Closing"],
  },
  'lifecycle/AcceptOfferDialog.tsx': {
    actions: ['acceptReinstatementOffer'],
    done: [dialogsTest, 'requires the no-loss statement and a reason to accept a reinstatement offer'],
    failed: [dialogsTest, staysOpen],
    notYet: [dialogsTest, 'requires the no-loss statement and a reason to accept a reinstatement offer'],
  },
  'lifecycle/NoteDialog.tsx': 'part of lifecycle/NonRenewDialog.tsx',
  'lifecycle/NonRenewDialog.tsx': {
    actions: ['nonRenew'],
    done: [lifecycle, 'lets staff non-renew an earthquake policy'],
    failed: [dialogsTest, staysOpen],
    notYet: [lifecycle, 'lets staff non-renew an earthquake policy'],
  },
  'lifecycle/ReinstateDialog.tsx': {
    actions: ['reinstate'],
    done: [page, 'suppresses reinstatement notifications by default'],
    failed: [dialogsTest, staysOpen],
    notYet: null,
  },
  'payments/ApplyCheckDialog.tsx': {
    actions: ['applyCheck'],
    done: [payments, 'shows a confirmation after the check was applied [C211] [D293] [D373] [D133]'],
    failed: [payments, 'shows an error on failure, and disables Apply during the request'],
    notYet: ['payments/CheckForm.browser.test.tsx', 'disables the Apply button until %s is filled in'],
  },
  'payments/CheckAddressDialog.tsx': 'shows: the addresses for a check',
  'payments/RemovePaymentMethodDialog.tsx': {
    actions: ['removePaymentMethod'],
    done: [methods, 'removes the default method and shows a confirmation'],
    failed: [methods, 'shows an error when the removal fails [C222] [D376]'],
    notYet: null,
  },
  'payments/TurnOffAutoPayDialog.tsx': {
    actions: ['removePaymentMethod'],
    done: [autoPay, 'shows the payment method and asks for confirmation'],
    failed: [autoPay, 'stays open and shows why the request failed'],
    notYet: null,
  },
  'payments/TurnOnAutoPayDialog.tsx': {
    actions: ['updatePaymentMethod'],
    done: [autoPay, 'asks an agent to confirm that the policyholder agreed, and explains what happens next'],
    failed: [autoPay, "keeps the input and shows the server's reason if the request is rejected"],
    notYet: [autoPay, 'shows the exact terms and requires the viewer to check the box'],
  },
  'payments/TransferDialog.tsx': {
    actions: ['transferPayment'],
    done: [payments, 'shows a confirmation after the transfer, and is empty when opened again'],
    failed: [payments, 'shows an error response or an unexpected message in an Error alert'],
    notYet: [payments, 'requires a recipient, and an amount that is positive and at most the maximum'],
  },
  'payments/UpdatePaymentMethodDialog.tsx': {
    actions: ['updatePaymentMethod'],
    done: [methods, 'makes another saved method the default and shows a confirmation'],
    failed: [methods, 'shows an error when the update fails [C219] [D374]'],
    notYet: [methods, 'requires acceptance of the new fee when the amount has changed'],
  },
  'policy/ChangeEmailDialog.tsx': {
    actions: ['changeInsuredEmail'],
    done: [email, 'can be changed in a dialog that explains the 72-hour hold'],
    failed: [email, 'is not changed if the server rejects the new address with a reason'],
    notYet: null,
  },
  'policy/ConfirmEmailDialog.tsx': {
    actions: ['changeInsuredEmail'],
    done: [email, 'is confirmed by phone with a reason and a reference'],
    failed: [email, 'stays pending if the server rejects the confirmation with a reason'],
    notYet: [email, 'is confirmed by phone with a reason and a reference'],
  },
  'policy/NotificationsDialog.tsx': 'shows: what was written to the insured',
  'policy/ResendLinkDialog.tsx': {
    actions: ['resendLink', 'copyInsuredLink'],
    done: [page, 'sends the link to the email on file by default'],
    failed: [page, "shows the server's message in a separate dialog when sending fails"],
    notYet: [page, 'sends the link to another email only if the email is valid'],
  },
  'timeline/NoteItem.tsx': {
    actions: ['addNote'],
    done: [timeline, "lets staff filter a policy's timeline and add, edit and delete a note"],
    failed: [
      'timeline/TimelinePanel.browser.test.tsx',
      'shows in the confirmation dialog why a note could not be deleted',
    ],
    notYet: null,
  },
  'timeline/TimelinePanel.tsx': {
    actions: ['addNote', 'addCallLog'],
    done: [timeline, 'lets staff log a call with all details in the timeline'],
    failed: [
      'timeline/TimelinePanel.browser.test.tsx',
      'keeps the text of a rejected note and shows why it was rejected',
    ],
    notYet: [timeline, 'lets staff log a call with all details in the timeline'],
  },
  'transactions/EndorsementDialog.tsx': 'shows: what an endorsement changed',
  'transactions/ReverseEndorsementDialog.tsx': {
    actions: ['reverseEndorsement'],
    done: [transactions, 'shows the refund first, requires a reason, and confirms the reversal'],
    failed: [transactions, "shows the server's message after a rejection and recalculates the price"],
    notYet: [transactions, 'shows the refund first, requires a reason, and confirms the reversal'],
  },
}

const isDialog = (source: string) =>
  /<(FormDialog|NoteDialog|NoticeDialog|ConfirmDialog|ConfirmActionDialog|Dialog|WizardFrame)\b[^>]/.test(source)
const found = areas.flatMap((room) =>
  readdirSync(join(portal, room))
    .filter((file) => file.endsWith('.tsx') && !/\.test\.tsx$|^testing/.test(file))
    .map((file) => `${room}/${file}`)
    .filter((file) => isDialog(readFileSync(join(portal, file), 'utf8'))),
)
/** Steps of the cancel wizard, which are tested together with the wizard. */
const steps = ['cancellation/ReasonStep.tsx', 'cancellation/SignRequestStep.tsx', 'cancellation/UploadStep.tsx']

/** Dialogs that one table of component tests tests completely. They need no entry in `dialogs`. */
const simpleDialogs = [...readFileSync(join(portal, dialogsTest), 'utf8').matchAll(/ Dialog: (\w+),/g)].map(
  ([, name]) => `${name}.tsx`,
)
const isSimple = (file: string) => simpleDialogs.includes(basename(file))
/** The actions beside the policy status. Each one opens a dialog. */
const statusActions = [
  ...readFileSync(join(portal, 'lifecycle/StatusActions.tsx'), 'utf8').matchAll(/ action: '(\w+)', label: /g),
].map(([, action]) => action as PolicyAction)

const getSource = (file: string) => readFileSync(join(file.endsWith('.spec.ts') ? browser : portal, file), 'utf8')
const isWhole = (entry: Dialog | NonActionDialog): entry is Dialog => typeof entry === 'object'

describe('policy page dialogs', () => {
  it('are all listed in the table of dialog tests, or tested completely as simple dialogs', () => {
    const listed = found.filter((file) => !(steps.includes(file) || isSimple(file)))
    expect(listed.toSorted()).toEqual(Object.keys(dialogs).toSorted())
    expect(simpleDialogs.length).toBeGreaterThan(2)
    for (const name of simpleDialogs) expect(found.map((file) => basename(file))).toContain(name)
  })

  it.each(Object.entries(dialogs).filter(([, entry]) => isWhole(entry)) as [string, Dialog][])(
    'have tests for success, failure and validation: %s',
    (_, { done, failed, notYet }) => {
      for (const proof of [done, failed, notYet]) if (proof) expect(getSource(proof[0])).toContain(proof[1])
    },
  )

  it('cover every policy action, except the listed actions without a dialog', () => {
    const listed = Object.values(dialogs).flatMap((entry) => (isWhole(entry) ? entry.actions : []))
    const done = new Set([...listed, ...statusActions])
    const others = (Object.keys(policyActions) as PolicyAction[]).filter((action) => !done.has(action))
    expect(others).toEqual([
      // The wizard, the refund review and the policyholder's claim and mortgagee change are separate screens. The other actions in this list only open a screen.
      ...['pay', 'skipToPayment', 'billToMortgagee', 'cancelThroughSupport', 'decideReview', 'requestMortgageeChange'],
      ...['viewNotifications', 'viewTimeline', 'reportOwnClaim'],
    ])
  })
})

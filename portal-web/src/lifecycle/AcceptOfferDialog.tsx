import { type PolicyConfirmation, type ReinstatementOffer, TidelineError } from '@tideline/sdk'
import { acceptReinstatementOffer, uploadDocuments } from '@tideline/sdk/operations'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { SingleFileField } from '../documents/SingleFileField.tsx'

const statementName = 'No-loss statement'

/** Uploads the no-loss statement. Also succeeds if an earlier attempt has already uploaded the file. */
async function uploadStatement(
  policyNo: string,
  docType: ReinstatementOffer['noLossStatementDocTypeId'],
  file: File,
): Promise<void> {
  try {
    await api.call(uploadDocuments, { path: { policyNo, docType }, body: { [statementName]: file } })
  } catch (error) {
    if (!(error instanceof TidelineError && error.status === 409)) throw error
  }
}

/** Dialog that accepts a reinstatement offer. Requires the no-loss statement and a reason (DEL-21). */
export function AcceptOfferDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo, reinstatementOffer: offer } = policy
  const [file, setFile] = useState<File>()
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  const isStatementMissing = !file && !offer?.hasNoLossStatement
  const accept = useAction(
    async () => {
      if (file && offer) await uploadStatement(policyNo, offer.noLossStatementDocTypeId, file)
      await api.call(acceptReinstatementOffer, { path: { policyNo }, body: { reason } })
    },
    { changes: 'everything', successToast: 'The policy was reinstated.', onDone: onClose },
  )
  return (
    <FormDialog
      title="Reinstate policy"
      size="small"
      submitLabel="Reinstate policy"
      busyLabel="Reinstating…"
      disabledReason={
        isStatementMissing ? 'Choose the signed no-loss statement first.' : reason ? undefined : 'A reason is required.'
      }
      isBusy={accept.isBusy}
      problem={accept.problem}
      onSubmit={() => accept.run()}
      onClose={onClose}
    >
      <p>
        The policy is reinstated without a lapse in coverage. The payment
        {offer ? ` of ${formatMoney(offer.amountReceived)}` : ''} is applied to the premium, which is charged again.
        Installments that are not due yet keep their due dates. The policyholder and the agency are notified.
      </p>
      <SingleFileField
        name={statementName}
        isUploaded={offer?.hasNoLossStatement ?? false}
        file={file}
        onChoose={setFile}
      />
      <TextArea label="Reason" maxLength={4000} value={typed} onChange={(event) => setTyped(event.target.value)} />
    </FormDialog>
  )
}

import { createNotFoundError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import type { OperationInput } from '../../http/operation.ts'
import { FileResponse } from '../../http/response.ts'
import { requirePolicy } from '../../policy/visibility.ts'

/** Returns a proof of a mortgagee change as a download. Browsers never display the file inline. Throws 404. */
export async function openMortgageeChangeProof(
  ctx: Ctx,
  { policyNo, mortgageeChangeId, proofId }: OperationInput<'getMortgageeChangeProof'>['path'],
): Promise<FileResponse> {
  const { policyId } = await requirePolicy(ctx, policyNo)
  const proof = await ctx.db
    .selectFrom('mortgagee_change_proofs as f')
    .innerJoin('mortgagee_changes as m', 'm.mortgagee_change_id', 'f.mortgagee_change_id')
    .innerJoin('files as c', 'c.file_id', 'f.file_id')
    .select(['c.storage_key', 'f.file_name'])
    .where('f.mortgagee_change_proof_id', '=', proofId)
    .where('m.mortgagee_change_id', '=', mortgageeChangeId)
    .where('m.policy_id', '=', policyId)
    .executeTakeFirst()
  if (!proof) throw createNotFoundError({ proofId })
  return new FileResponse(await ctx.providers.files.get(proof.storage_key), {
    contentType: 'application/octet-stream',
    fileName: proof.file_name,
    disposition: 'attachment',
  })
}

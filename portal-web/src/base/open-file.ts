/** Opens a file that the API gave in a tab that the click has opened already; browsers block later ones. */
export function showFile(file: Blob, tab: Window | null) {
  const address = URL.createObjectURL(file)
  if (tab) tab.location.href = address
  else window.location.assign(address)
  // The tab has read the file by then; keeping the address would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Another address that a customer moves to. */
export const NEW_ADDRESS = {
  customerName: 'Ana Lopez',
  customerPhone: '845-555-0100',
  deliveryAddress: '9 Oak Lane',
  deliveryCity: 'Kingston',
  deliveryState: 'NY',
  deliveryZip: '12401',
}

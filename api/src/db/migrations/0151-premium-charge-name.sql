-- The charge is called Premium on every document and screen (TAX-4).
update invoice_items set description = 'Premium' where description = 'Gross premium';

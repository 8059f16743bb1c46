-- Product names of the product specification, the same on every document and screen. `api/src/catalog/products.test.ts`
-- compares them with the contract.
update products set name = 'Commercial RCBAP' where product_id = 3;
update products set name = 'Earthquake Residential' where product_id = 4;
update products set name = 'Earthquake Commercial' where product_id = 5;
update products set name = 'Residential Excess' where product_id = 6;
update products set name = 'Commercial Excess' where product_id = 7;
update products set name = 'RCBAP Excess' where product_id = 8;

-- PostgreSQL collects new entries of a trigram index in a list of up to 4 MB, which every search reads. A list of 256 kB
-- limits this to 32 pages per index, and takes 0.14 ms more per changed policy.
alter index policies_by_insured_name_text set (gin_pending_list_limit = 256);
alter index policies_by_address_text set (gin_pending_list_limit = 256);
alter index policies_by_number_text set (gin_pending_list_limit = 256);
alter index policies_by_search_text set (gin_pending_list_limit = 256);
alter index payments_by_payee set (gin_pending_list_limit = 256);

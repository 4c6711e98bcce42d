-- Two spellings of an address are one door: letter case, punctuation and common abbreviations do not
-- count. ZIP+4 counts as its first five digits.
create function delivery_point_key(address text, zip text) returns text language sql immutable as $$
  select trim(replace(replace(replace(replace(replace(replace(replace(replace(
    ' ' || regexp_replace(lower(address), '[[:space:][:punct:]]+', ' ', 'g') || ' ',
    ' street ', ' st '), ' avenue ', ' ave '), ' road ', ' rd '), ' drive ', ' dr '),
    ' lane ', ' ln '), ' court ', ' ct '), ' boulevard ', ' blvd '), ' apartment ', ' apt '))
    || '|' || left(trim(zip), 5)
$$;

-- Ids of RFC 9562, as `route_id` gives them now; the API rejects others. Nothing refers to a route yet.
update routes set id = overlay(overlay(md5(truck_id::text || date::text) placing '8' from 13) placing '8' from 17)::uuid;
